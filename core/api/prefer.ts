// How long a caller wants to wait: `Prefer: wait=<s>` or `respond-async` (RFC 7240).

/** A comma inside a quoted string separates nothing. */
const PREFERENCES = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;
const PREFERENCE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]+)))?\s*(?:;.*)?$/;

/** Seconds to wait, 0..most. An unreadable preference is ignored; of two only the first counts (RFC 7240, section 2). */
export function waitPreference(header: string | null | undefined, most: number): number {
  let wait: string | undefined;
  let async = false;
  for (const preference of (header ?? '').match(PREFERENCES) ?? []) {
    const [, name = '', quotedValue, bareValue] = PREFERENCE.exec(preference.trim()) ?? [];
    if (name.toLowerCase() === 'wait') wait ??= quotedValue ?? bareValue ?? '';
    if (name.toLowerCase() === 'respond-async') async = true;
  }
  // "respond-async, wait=10": willing to wait 10 s, then asynchronously.
  if (wait !== undefined && /^[0-9]+$/.test(wait)) return Math.min(Number(wait), most);
  return async ? 0 : most;
}
