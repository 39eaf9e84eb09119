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
  /** The refusal was a 401: the next one is final. */
  readonly credentials: boolean;
  /** Code of what the provider or the network said, for the timeline. */
  readonly detail: string;
  readonly now: EpochMs;
  readonly token: string;
}

/** Harmless twice, and after a close: it only takes doubt away that is proved wrong. */
export const clearSend = ({ ref, send, credentials, detail, now, token }: Clearing): DecidingWrite => ({
  name: 'clear-send',
  token,
  items: [
    {
      verb: 'update',
      at: attemptAddress(ref),
      changes: [
        exclude<Attempt>('doubtful', send),
        credentials ? set<Attempt>('credentialsRefused', true) : remove<Attempt>('credentialsRefused'),
        note(now, 'refused', `send ${send}: ${detail}`),
      ],
      require: [present<Attempt>('attemptId')],
    },
  ],
});
