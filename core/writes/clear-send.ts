// Write 3: clear a send whose refusal is proved. Written after a non-decisive reply only.

import type { AttemptRef } from '../ids/reference.ts';
import { attemptAddress } from '../records/address.ts';
import type { Attempt } from '../records/attempt.ts';
import type { EpochMs } from '../time/instant.ts';
import { note } from './attempt-writes.ts';
import { type DecidingWrite, exclude, present, remove, set } from './write.ts';

export interface Clearing {
  readonly ref: AttemptRef;
  readonly send: number;
  /** The number of the run that was refused with a 401, the next of which is final; null: any other refusal. */
  readonly credentialsRefusedIn: number | null;
  /** Code of what the provider or the network said, for the timeline. */
  readonly detail: string;
  readonly now: EpochMs;
  readonly token: string;
}

/** Harmless twice, and after a close: it only takes doubt away that is proved wrong. */
export const clearSend = ({ ref, send, credentialsRefusedIn, detail, now, token }: Clearing): DecidingWrite => ({
  name: 'clear-send',
  token,
  items: [
    {
      verb: 'update',
      at: attemptAddress(ref),
      changes: [
        exclude<Attempt>('doubtful', send),
        credentialsRefusedIn === null
          ? remove<Attempt>('credentialsRefused')
          : set<Attempt>('credentialsRefused', credentialsRefusedIn),
        note(now, 'refused', `send ${send}: ${detail}`),
      ],
      require: [present<Attempt>('attemptId')],
    },
  ],
});
