// Write 6: count a not-found reading, if nothing happened since the consistent read that it was taken for.

import type { AttemptRef } from '../ids/reference.ts';
import { attemptAddress } from '../records/address.ts';
import type { Attempt } from '../records/attempt.ts';
import { type EpochMs, plusSeconds, toSecondsUp } from '../time/instant.ts';
import { IS_OPEN, note, sendsAre } from './attempt-writes.ts';
import { absent, add, type Condition, type DecidingWrite, equal, set } from './write.ts';

export interface Reading {
  readonly ref: AttemptRef;
  /** As read before the lookup. */
  readonly seen: Pick<Attempt, 'sends' | 'lastCheckedAt'>;
  readonly recheckSeconds: number;
  readonly now: EpochMs;
  readonly token: string;
}

const lastCheckedIs = (at: EpochMs | undefined): Condition =>
  at === undefined ? absent<Attempt>('lastCheckedAt') : equal<Attempt>('lastCheckedAt', at);

/** The second reading may follow after `recheckSeconds`, so the next look comes then. */
export const countReading = ({ ref, seen, recheckSeconds, now, token }: Reading): DecidingWrite => ({
  name: 'count-reading',
  token,
  items: [
    {
      verb: 'update',
      at: attemptAddress(ref),
      changes: [
        add<Attempt>('notFoundReadings', 1),
        set<Attempt>('lastCheckedAt', now),
        set<Attempt>('checks', 0),
        set<Attempt>('nextCheckAt', toSecondsUp(plusSeconds(now, recheckSeconds))),
        note(now, 'not found', 'reading counted'),
      ],
      require: [IS_OPEN, sendsAre(seen.sends), lastCheckedIs(seen.lastCheckedAt)],
    },
  ],
});
