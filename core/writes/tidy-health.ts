// Removes counters that no window reaches any more, so that the item that every send writes stays below one kB.

import { type ProviderHealth, staleCounters } from '../health/provider-health.ts';
import { healthAddress } from '../records/address.ts';
import type { Settings } from '../settings/settings.ts';
import type { Counting } from './count-send.ts';
import { type DecidingWrite, remove } from './write.ts';

/** So many are left lying: tidying is a request of its own. */
const TOLERATED = 20;
/** An update's expression has 4 kB. */
const MOST_AT_ONCE = 100;

/** null: not worth it yet. Harmless twice: a removed counter does not come back. */
export function tidyHealth(counting: Counting, seen: ProviderHealth, settings: Settings): DecidingWrite | null {
  const longest = Math.max(settings.retryBudgetWindowSeconds, settings.breakerWindowSeconds);
  const stale = staleCounters(seen, counting.now, longest);
  if (stale.length <= TOLERATED) return null;
  return {
    name: 'tidy-health',
    token: counting.token,
    items: [
      {
        verb: 'update',
        at: healthAddress(counting.provider),
        changes: stale.slice(0, MOST_AT_ONCE).map((name) => remove<ProviderHealth>(name)),
        require: [],
      },
    ],
  };
}
