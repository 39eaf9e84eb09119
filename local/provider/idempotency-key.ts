/** Reads the `Idempotency-Key` header: a structured-field string (RFC 9651), or the same value bare. */
import { parseItem } from 'structured-headers';

export type HeaderKey = { kind: 'key'; value: string } | { kind: 'missing' } | { kind: 'invalid' };

export function readIdempotencyKey(header: string | null): HeaderKey {
  if (header === null) return { kind: 'missing' };
  const value = header.startsWith('"') ? quoted(header) : bare(header);
  return value !== undefined && value.length >= 1 && value.length <= 255 ? { kind: 'key', value } : { kind: 'invalid' };
}

// A comma means that the header was sent twice.
const bare = (header: string) => (/^[\x21\x23-\x2b\x2d-\x7e]+$/.test(header) ? header : undefined);

function quoted(header: string): string | undefined {
  try {
    const [value] = parseItem(header);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
