// Write 5: resume an open attempt with a new run; of many callers one wins, and older runs end at their next claim.

import type { AttemptRef } from '../ids/reference.ts';
import { attemptAddress } from '../records/address.ts';
import type { Attempt } from '../records/attempt.ts';
import { type EpochMs, plusSeconds } from '../time/instant.ts';
import { IS_OPEN, NOT_HELD, note } from './attempt-writes.ts';
import { add, atMost, type DecidingWrite, remove, set } from './write.ts';

/** A start younger than this may not be visible to DescribeExecution yet. */
export const RESUME_AFTER_SECONDS = 5;

export const mayResume = (attempt: Pick<Attempt, 'lastStartedAt' | 'status' | 'held'>, now: EpochMs): boolean =>
  attempt.status === 'Open' && !attempt.held && attempt.lastStartedAt <= plusSeconds(now, -RESUME_AFTER_SECONDS);

export const resume = (ref: AttemptRef, now: EpochMs, token: string): DecidingWrite => ({
  name: 'resume',
  token,
  items: [
    {
      verb: 'update',
      at: attemptAddress(ref),
      changes: [
        add<Attempt>('resumes', 1),
        set<Attempt>('lastStartedAt', now),
        set<Attempt>('runSends', 0),
        set<Attempt>('runPolls', 0),
        remove<Attempt>('credentialsRefused'),
        note(now, 'resumed'),
      ],
      require: [IS_OPEN, NOT_HELD, atMost<Attempt>('lastStartedAt', plusSeconds(now, -RESUME_AFTER_SECONDS))],
    },
  ],
});
