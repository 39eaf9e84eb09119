// Counts a send of a provider, and with it asks whether one may leave: held only while the breaker is closed and the
// provider has not asked to be left alone.

import { type Counted, type Counter, counter, type ProviderHealth } from '../health/provider-health.ts';
import { healthAddress } from '../records/address.ts';
import { type EpochMs, plusSeconds, toSeconds } from '../time/instant.ts';
import { absent, add, any, atMost, type Change, type Condition, type DecidingWrite, set } from './write.ts';

export interface Counting {
  /** Name of the provider adapter. */
  readonly provider: string;
  readonly now: EpochMs;
  readonly token: string;
}

export const BREAKER_IS_CLOSED: Condition = absent<ProviderHealth>('openUntil');

const notLeftAlone = (now: EpochMs): Condition =>
  any(absent<ProviderHealth>('notBefore'), atMost<ProviderHealth>('notBefore', now));

/** Longer than any window, so that a provider's last word outlives a quiet night. */
const KEPT_SECONDS = 86_400;

export const keepUntil = (now: EpochMs): Change =>
  set<ProviderHealth>('expiresAt', toSeconds(plusSeconds(now, KEPT_SECONDS)));

/** The first of an attempt, one that repeats it, or a poll. */
export type SendKind = 'first' | 'repeat' | 'poll';

const COUNTED = { first: 's', repeat: 'r', poll: 'p' } as const satisfies Record<SendKind, Counted>;

export const sendCounter = (kind: SendKind, now: EpochMs): Counter => counter(COUNTED[kind], now);

export const countSend = ({ provider, now, token }: Counting, kind: SendKind): DecidingWrite => ({
  name: 'count-send',
  token,
  items: [
    {
      verb: 'update',
      at: healthAddress(provider),
      changes: [add<ProviderHealth>(sendCounter(kind, now), 1), keepUntil(now)],
      require: [BREAKER_IS_CLOSED, notLeftAlone(now)],
    },
  ],
});
