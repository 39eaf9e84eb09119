// What our caller's key leads to: the record points at an attempt, the answer is derived from it.

import type { AttemptId } from '../ids/attempt-id.ts';
import type { OrderId } from '../ids/order-id.ts';
import { type EpochMs, type EpochSeconds, toSeconds } from '../time/instant.ts';

export interface ClientKey {
  /** SHA-256 of the canonical request, with route and ids. */
  readonly fingerprint: string;
  readonly orderId: OrderId;
  /** The attempt it leads to; absent for a key that created an order. */
  readonly attemptId?: AttemptId;
  /** Attempts it led to before, oldest first: one of them may turn out `Succeeded`. */
  readonly earlierAttemptIds?: readonly AttemptId[];
  /** How the order was answered by the call that first used the key. */
  readonly answered?: 'created' | 'existing';
  readonly expiresAt: EpochSeconds;
}

/** TTL deletion is lazy: an expired record that is still there counts as absent. */
export const isLive = (key: Pick<ClientKey, 'expiresAt'>, now: EpochMs): boolean => key.expiresAt > toSeconds(now);
