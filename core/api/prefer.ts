// How long a caller wants to wait: `Prefer: wait=<s>` or `respond-async` (RFC 7240).

const PREFERENCE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]+)))?\s*(?:;.*)?$/;

/** Seconds to wait, 0..most. An unreadable preference is ignored (RFC 7240, section 2); the first of two counts. */
export function waitPreference(header: string | null | undefined, most: number): number {
  let wait: number | null = null;
  let async = false;
  for (const preference of (header ?? '').split(',')) {
    const [, name = '', quotedValue, bareValue] = PREFERENCE.exec(preference.trim()) ?? [];
    const value = quotedValue ?? bareValue ?? '';
    if (name.toLowerCase() === 'wait' && wait === null && /^[0-9]{1,9}$/.test(value)) wait = Number(value);
    if (name.toLowerCase() === 'respond-async') async = true;
  }
  // "respond-async, wait=10": willing to wait 10 s, then asynchronously.
  return Math.min(wait ?? (async ? 0 : most), most);
}
