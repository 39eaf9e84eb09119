// An attempt's name: a UUIDv7 (RFC 9562) as 32 hexadecimal characters, so attempts sort by the time they began.

import type { Brand } from '../brand.ts';
import { type EpochMs, epochMs } from '../time/instant.ts';

export type AttemptId = Brand<string, 'AttemptId'>;
/** The `Idempotency-Key` that we send to the provider: a UUIDv7 of its own, with dashes. */
export type ProviderKey = Brand<string, 'ProviderKey'>;

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ATTEMPT_ID = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/** @throws RangeError if `uuid` is no version 7 UUID. */
export function attemptIdFrom(uuid: string): AttemptId {
  if (!UUID_V7.test(uuid)) throw new RangeError('not a UUIDv7');
  return uuid.replaceAll('-', '') as AttemptId;
}

/** Reads an attempt id that we wrote ourselves. @throws RangeError */
export function attemptId(text: string): AttemptId {
  if (!ATTEMPT_ID.test(text)) throw new RangeError('not an attempt id');
  return text as AttemptId;
}

/** @throws RangeError if `uuid` is no version 7 UUID. */
export function providerKeyFrom(uuid: string): ProviderKey {
  if (!UUID_V7.test(uuid)) throw new RangeError('not a UUIDv7');
  return uuid as ProviderKey;
}

/** When the attempt began: a UUIDv7 opens with 48 bits of milliseconds. */
export const beganAt = (id: AttemptId): EpochMs => epochMs(Number.parseInt(id.slice(0, 12), 16));
