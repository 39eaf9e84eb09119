// Whose order it is: a short, stable name made from the caller's principal.

import { createHash } from 'node:crypto';
import type { Brand } from '../brand.ts';

export type TenantId = Brand<string, 'TenantId'>;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'; // RFC 4648, section 6
export const TENANT_ID_LENGTH = 10;

/** The first 10 characters of the base32 SHA-256 of a stable principal (never of a session name). */
export function tenantIdOf(principal: string): TenantId {
  const digest = createHash('sha256').update(principal, 'utf8').digest();
  let bits = 0n;
  for (const byte of digest.subarray(0, 7)) bits = (bits << 8n) | BigInt(byte);
  const characters = Array.from(
    { length: TENANT_ID_LENGTH },
    (_, i) => BASE32[Number((bits >> BigInt(51 - 5 * i)) & 31n)],
  );
  return characters.join('') as TenantId;
}

/** Reads a tenant id that we wrote ourselves. @throws RangeError */
export function tenantId(text: string): TenantId {
  if (!/^[A-Z2-7]{10}$/.test(text)) throw new RangeError('not a tenant id');
  return text as TenantId;
}
