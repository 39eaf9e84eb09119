// Counts what became of a send: a failure, and the retry that is wanted after it; a retry that was not granted is given back.

import { counter, type ProviderHealth } from '../health/provider-health.ts';
import { healthAddress } from '../records/address.ts';
import { type Counting, keepUntil } from './count-send.ts';
import { add, type Change, type DecidingWrite } from './write.ts';

export interface OutcomeCounting extends Counting {
  readonly failure: boolean;
  readonly retry: boolean;
}

/** The health afterwards tells whether the breaker trips, and whether the retry is granted. */
export const countOutcome = (counting: OutcomeCounting): DecidingWrite =>
  counted('count-outcome', counting, [
    ...(counting.failure ? [add<ProviderHealth>(counter('f', counting.now), 1)] : []),
    ...(counting.retry ? [add<ProviderHealth>(counter('g', counting.now), 1)] : []),
  ]);

/** `now` as when it was counted: it goes back into the same bucket. */
export const giveRetryBack = (counting: Counting): DecidingWrite =>
  counted('give-retry-back', counting, [add<ProviderHealth>(counter('g', counting.now), -1)]);

const counted = (name: string, { provider, now, token }: Counting, changes: readonly Change[]): DecidingWrite => ({
  name,
  token,
  items: [{ verb: 'update', at: healthAddress(provider), changes: [...changes, keepUntil(now)], require: [] }],
});
