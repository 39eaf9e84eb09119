// What the README shows of the results: whole blocks, put there by the run that found them, so that it never says anything else.

/** A block's place in a text: from `<!-- bench: name -->` to `<!-- /bench -->`, each on a line of its own. */
const PLACE = /(<!-- bench: ([a-z-]+) -->\n)([\s\S]*?)(\n<!-- \/bench -->)/g;

/** @throws Error if the text has a place for a block that is not given, or none for one that is */
export function quoting(text: string, blocks: Readonly<Record<string, string>>): string {
  const wanted = new Set(Object.keys(blocks));
  const quoted = text.replace(PLACE, (_, begin: string, name: string, _old: string, end: string) => {
    const block = blocks[name];
    if (block === undefined) throw new Error(`the text quotes "${name}", which nothing found`);
    wanted.delete(name);
    return `${begin}${block}${end}`;
  });
  if (wanted.size > 0) throw new Error(`the text has no place for ${[...wanted].join(', ')}`);
  return quoted;
}

/** By name. */
export const quotesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(PLACE)].map(([, , name = '', block = '']) => [name, block]));
