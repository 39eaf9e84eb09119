// Holds back all attempts of a provider that asked for a pause. Only ever later: of two answers the longer pause holds.

import type { ProviderHealth } from '../health/provider-health.ts';
import { healthAddress } from '../records/address.ts';
import type { EpochMs } from '../time/instant.ts';
import { type Counting, keepUntil } from './count-send.ts';
import { absent, any, atMost, type DecidingWrite, set } from './write.ts';

export const leaveAlone = ({ provider, now, token }: Counting, until: EpochMs): DecidingWrite => ({
  name: 'leave-alone',
  token,
  items: [
    {
      verb: 'update',
      at: healthAddress(provider),
      changes: [set<ProviderHealth>('notBefore', until), keepUntil(now)],
      require: [any(absent<ProviderHealth>('notBefore'), atMost<ProviderHealth>('notBefore', until))],
    },
  ],
});
