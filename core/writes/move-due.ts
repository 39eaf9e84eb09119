// Writes of the schedule: the next look moves forward before a run starts; a watch that is over leaves the index.

import type { AttemptRef } from '../ids/reference.ts';
import { type Address, attemptAddress } from '../records/address.ts';
import type { Attempt } from '../records/attempt.ts';
import type { EpochSeconds } from '../time/instant.ts';
import { LEAVE_DUE } from './attempt-writes.ts';
import { add, type DecidingWrite, equal, set } from './write.ts';

/** Only if the attempt still has the look that the index nominated: a closed one must not come back, and one sweep wins. */
export const moveDue = (at: Address, seen: EpochSeconds, next: EpochSeconds, token: string): DecidingWrite => ({
  name: 'move-due',
  token,
  items: [
    {
      verb: 'update',
      at,
      changes: [set<Attempt>('nextCheckAt', next), add<Attempt>('checks', 1)],
      require: [equal<Attempt>('nextCheckAt', seen)],
    },
  ],
});

/** An abandoned attempt is watched until the provider has forgotten its key. */
export const endVigil = (ref: AttemptRef, token: string): DecidingWrite => ({
  name: 'end-vigil',
  token,
  items: [
    {
      verb: 'update',
      at: attemptAddress(ref),
      changes: [...LEAVE_DUE],
      require: [equal<Attempt>('status', 'Abandoned')],
    },
  ],
});
