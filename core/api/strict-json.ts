// Which texts are JSON that all readers understand alike (I-JSON, RFC 7493): of two members with one name, each reader
// takes another, so a gateway, a log and we could each see another amount.

export type ReadJson =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'tooDeep' }
  /** `member`: its name, unescaped. */
  | { readonly kind: 'duplicate'; readonly member: string };

/** Bodies of ours are flat; a bound keeps whoever reads the value next from recursing as deep as a caller likes. */
export const MOST_DEPTH = 32;

/** A string with the colon that makes it a member's name, or a bracket. Finds each of them in a valid text only. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")([ \t\n\r]*:)?|[{}[\]]/g;

/** `JSON.parse` decides what is valid and what it means; it is silent about duplicates only. */
export function readStrictJson(text: string): ReadJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message may quote the body.
    return { kind: 'malformed' };
  }
  /** The names seen in each object that is open, outermost first; null for a list. */
  const open: (Set<string> | null)[] = [];
  for (const [token, literal, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > MOST_DEPTH) return { kind: 'tooDeep' };
    } else if (token === '}' || token === ']') open.pop();
    else if (literal !== undefined && colon !== undefined) {
      // Two spellings of one name are one name: "\u0061mount" is "amount".
      const member: string = JSON.parse(literal);
      const names = open.at(-1);
      if (names?.has(member)) return { kind: 'duplicate', member };
      names?.add(member);
    }
  }
  return { kind: 'read', value };
}
