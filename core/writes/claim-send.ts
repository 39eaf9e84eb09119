// Write 2: claim a send. No byte leaves without it.

import type { AttemptRef } from '../ids/reference.ts';
import { attemptAddress } from '../records/address.ts';
import type { Attempt } from '../records/attempt.ts';
import { inFlightSeconds } from '../settings/in-flight.ts';
import type { Settings } from '../settings/settings.ts';
import type { EpochMs } from '../time/instant.ts';
import { IS_OPEN, NOT_HELD, note, runIs, sendsAre } from './attempt-writes.ts';
import { absent, add, any, type Condition, type DecidingWrite, include, moreThan, set, setIfAbsent } from './write.ts';

export interface Claim {
  readonly ref: AttemptRef;
  /** The run's number: an older run's claims fail. */
  readonly resumes: number;
  /** Sends that were claimed before this one; this one is `sends` + 1. */
  readonly sends: number;
  /** The send asks again after a 409: it is not counted towards `maxSends`. */
  readonly poll: boolean;
  readonly now: EpochMs;
  readonly token: string;
}

/**
 * The key window, less the time that a request may be under way: the oldest first send that may be sent again now.
 * Outside it the same key could be a new charge.
 */
export const oldestFirstSend = (now: EpochMs, settings: Settings): number =>
  now - (settings.provider.keyRetentionSeconds - inFlightSeconds(settings)) * 1000;

const insideKeyWindow = (now: EpochMs, settings: Settings): Condition =>
  any(absent<Attempt>('firstSentAt'), moreThan<Attempt>('firstSentAt', oldestFirstSend(now, settings)));

/** Starts before this instant have passed their deadline. */
const oldestStart = (now: EpochMs, settings: Settings): number => now - settings.chargeDeadlineSeconds * 1000;

const beforeDeadline = (now: EpochMs, settings: Settings): Condition =>
  moreThan<Attempt>('lastStartedAt', oldestStart(now, settings));

const NOTHING_DOUBTFUL: Condition = absent<Attempt>('doubtful');

/** A second send is safe only if the provider recognises the first one by its key, whatever it answered. */
export const allowsDoubtfulResend = ({ provider }: Pick<Settings, 'provider'>): boolean =>
  provider.supportsIdempotencyKeys && provider.keepsChargesAnsweredWithErrors;

export function claimSend(claim: Claim, settings: Settings): DecidingWrite {
  const { ref, resumes, sends, poll, now, token } = claim;
  const number = sends + 1;
  return {
    name: 'claim-send',
    token,
    items: [
      {
        verb: 'update',
        at: attemptAddress(ref),
        changes: [
          add<Attempt>('sends', 1),
          include<Attempt>('doubtful', number),
          add<Attempt>(poll ? 'runPolls' : 'runSends', 1),
          set<Attempt>('lastSentAt', now),
          setIfAbsent<Attempt>('firstSentAt', now),
          set<Attempt>('notFoundReadings', 0),
          note(now, poll ? 'asked again' : 'sent', `send ${number}`),
        ],
        require: [
          IS_OPEN,
          NOT_HELD,
          runIs(resumes),
          sendsAre(sends),
          insideKeyWindow(now, settings),
          beforeDeadline(now, settings),
          ...(allowsDoubtfulResend(settings) ? [] : [NOTHING_DOUBTFUL]),
        ],
      },
    ],
  };
}
