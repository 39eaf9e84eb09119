// Which `Idempotency-Key` our callers may send: a structured-field string (RFC 8941), or the same value bare.

import { createHash } from 'node:crypto';
import { parseItem } from 'structured-headers';

export type ParsedKey =
  | { readonly kind: 'valid'; readonly key: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'invalid'; readonly reason: string };

const MOST = 255;
const PRINTABLE = /^[\x20-\x7e]*$/;
const BARE = /^[^\s",]+$/;

/** `header`: the field's value, repeated fields joined by a comma; undefined or null if there is none. */
export function parseIdempotencyKey(header: string | null | undefined): ParsedKey {
  if (header === undefined || header === null) return { kind: 'missing' };
  const text = header.trim();
  if (text.startsWith('"')) return quoted(text);
  if (text === '') return { kind: 'invalid', reason: 'is empty' };
  if (!BARE.test(text))
    return { kind: 'invalid', reason: 'without quotes may hold no comma, quote or blank; send one value' };
  return measured(text);
}

function quoted(text: string): ParsedKey {
  try {
    const [value] = parseItem(text);
    // An item that opens with a quote is a string, or nothing (RFC 8941, section 4.2.3.1).
    return measured(String(value));
  } catch {
    return {
      kind: 'invalid',
      reason: 'is not one structured-field string such as "8e03978e-40d5-43dd-bc93-6894a57f9324"',
    };
  }
}

function measured(key: string): ParsedKey {
  if (key.trim() === '') return { kind: 'invalid', reason: 'is empty' };
  if (key.length > MOST) return { kind: 'invalid', reason: `is longer than ${MOST} characters` };
  if (!PRINTABLE.test(key)) return { kind: 'invalid', reason: 'may hold printable ASCII only' };
  return { kind: 'valid', key };
}

const HASH_CHARACTERS = 32;

/** By which support finds a caller's key without the key itself: SHA-256, the first 32 hexadecimal characters. */
export const clientKeyHash = (key: string): string =>
  createHash('sha256').update(key, 'utf8').digest('hex').slice(0, HASH_CHARACTERS);
