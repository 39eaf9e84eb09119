// How long a caller wants to wait, `Prefer: wait=<s>` or `respond-async` (RFC 7240), and what it is told of that.

/** A comma inside a quoted string separates nothing. One that never ends is read to the end, once: that keeps it linear. */
const PREFERENCES = /(?:[^,"]|"(?:[^"\\]|\\.)*(?:"|\\?$))+/gs;
const PREFERENCE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]+)))?\s*(?:;.*)?$/;

export interface Preference {
  /** 0..most. */
  readonly waitSeconds: number;
  /** The caller gave a wait that can be read. */
  readonly asksToWait: boolean;
  readonly asksForAsync: boolean;
}

/** An unreadable preference is ignored; of two only the first counts (RFC 7240, section 2). */
export function readPreference(header: string | null | undefined, most: number): Preference {
  let wait: string | undefined;
  let asksForAsync = false;
  for (const preference of (header ?? '').match(PREFERENCES) ?? []) {
    const [, name = '', quotedValue, bareValue] = PREFERENCE.exec(preference.trim()) ?? [];
    if (name.toLowerCase() === 'wait') wait ??= quotedValue ?? bareValue ?? '';
    if (name.toLowerCase() === 'respond-async') asksForAsync = true;
  }
  // "respond-async, wait=10": willing to wait 10 s, then asynchronously.
  if (wait !== undefined && /^[0-9]+$/.test(wait))
    return { waitSeconds: Math.min(Number(wait), most), asksToWait: true, asksForAsync };
  return { waitSeconds: asksForAsync ? 0 : most, asksToWait: false, asksForAsync };
}

/**
 * `Preference-Applied` on an answer with this status (RFC 7240, section 3). A wait is named as it was applied, so that a
 * caller sees when it was cut. A payment that has ended already is no asynchronous answer, though one was asked for.
 */
export function preferenceApplied({ waitSeconds, asksToWait, asksForAsync }: Preference, status: number) {
  const honoured = [
    ...(asksForAsync && status === 202 ? ['respond-async'] : []),
    ...(asksToWait ? [`wait=${waitSeconds}`] : []),
  ];
  return honoured.length === 0 ? {} : { 'Preference-Applied': honoured.join(', ') };
}
