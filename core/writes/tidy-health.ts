// Removes counters that no window reaches any more, so that the item that every send writes stays below one kB.

import { type ProviderHealth, staleCounters } from '../health/provider-health.ts';
import { healthAddress } from '../records/address.ts';
import type { Settings } from '../settings/settings.ts';
import type { EpochMs } from '../time/instant.ts';
import type { Counting } from './count-send.ts';
import { type Change, type DecidingWrite, remove } from './write.ts';

/** So many are left lying: tidying is a request of its own. */
const TOLERATED = 20;
/** An update's expression has 4 kB. */
const MOST_AT_ONCE = 100;

/** Harmless twice: a removed counter does not come back. */
export function removals(seen: ProviderHealth, now: EpochMs, settings: Settings): readonly Change[] {
  const longest = Math.max(settings.retryBudgetWindowSeconds, settings.breakerWindowSeconds);
  const stale = staleCounters(seen, now, longest).slice(0, MOST_AT_ONCE);
  return stale.map((name) => remove<ProviderHealth>(name));
}

/** null: not worth it yet. */
export function tidyHealth(counting: Counting, seen: ProviderHealth, settings: Settings): DecidingWrite | null {
  const changes = removals(seen, counting.now, settings);
  if (changes.length <= TOLERATED) return null;
  return {
    name: 'tidy-health',
    token: counting.token,
    items: [
      {
        verb: 'update',
        at: healthAddress(counting.provider),
        changes,
        require: [],
      },
    ],
  };
}
