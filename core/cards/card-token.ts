// The card token: never stored in clear, compared by hash, sealed while its attempt is open.

import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Brand } from '../brand.ts';
import type { AttemptId } from '../ids/attempt-id.ts';

/** A provider's token for a card, as the caller gave it. Never logged, never stored. */
export type CardToken = Brand<string, 'CardToken'>;
export type CardTokenHash = Brand<string, 'CardTokenHash'>;
/** AES-256 key, base64. Lives only on the open attempt. */
export type SealKey = Brand<string, 'SealKey'>;
/** base64url of nonce, ciphertext and tag. Lives only in the run's input. */
export type SealedToken = Brand<string, 'SealedToken'>;

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TOKEN = /^[\x21-\x7e]{1,255}$/;

/** 1 to 255 printable ASCII characters without blanks, and not a card number, which must never get so far. */
export const isCardToken = (text: unknown): text is CardToken =>
  typeof text === 'string' && TOKEN.test(text) && !isCardNumber(text);

/** 12 to 19 digits, dashes aside, that pass the check of ISO/IEC 7812-1, annex B (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll('-', '');
  if (!/^[0-9]{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const weighed = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}

export const cardTokenHash = (token: CardToken): CardTokenHash =>
  createHash('sha256').update(token, 'utf8').digest('hex') as CardTokenHash;

/** @throws RangeError unless `random` is 32 bytes. */
export function sealKeyFrom(random: Uint8Array): SealKey {
  if (random.length !== KEY_BYTES) throw new RangeError('a seal key is made of 32 random bytes');
  return Buffer.from(random).toString('base64') as SealKey;
}

/** Binds the token to its attempt. `nonce`: 12 random bytes, a new one for every seal (a repeat breaks GCM). */
export function sealToken(token: CardToken, key: SealKey, attempt: AttemptId, nonce: Uint8Array): SealedToken {
  if (nonce.length !== NONCE_BYTES) throw new RangeError('a nonce is 12 random bytes');
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(attempt));
  const sealed = Buffer.concat([nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString('base64url') as SealedToken;
}

/** null: not sealed with this key for this attempt. */
export function openToken(sealed: string, key: SealKey, attempt: AttemptId): CardToken | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(attempt));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const token = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
    return token as CardToken;
  } catch {
    return null;
  }
}
