// Claims the next send of a run; on the happy path without reading anything first.

import { assertNever } from '#core/assert-never.ts';
import { type ClaimRefusal, claimRefusal } from '#core/charge/claim-refusal.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { ChargeInput } from '#core/workflow/step-input.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { Contention } from '../settle/contention.ts';

export type Refused = Exclude<ClaimRefusal, { kind: 'claimNext' }>;

/** A run that may claim its next send, as far as was read. */
export interface Ready {
  readonly kind: 'ready';
  /** The attempt as it stands; null if it was not read. */
  readonly attempt: Attempt | null;
  /** Sends that were claimed before. */
  readonly sends: number;
}

interface Read extends Ready {
  readonly attempt: Attempt;
}

export type Claimed =
  /** The attempt as the claim left it: the claimed send is number `attempt.sends`. */
  | { readonly kind: 'claimed'; readonly attempt: Attempt }
  /** Counted, and not to be sent: another attempt has paid the order. */
  | { readonly kind: 'claimedTooLate'; readonly attempt: Attempt }
  | Refused;

export interface ClaimDeps {
  readonly store: PaymentStore;
  readonly ambient: Pick<Ambient, 'now' | 'uuid'>;
  readonly settings: Settings;
}

/** The first run's first send is number 1 unless something went wrong before; any other number must be read. */
export async function readRun(deps: ClaimDeps, input: ChargeInput): Promise<Ready | Refused> {
  if (input.resumes === 0 && input.previous === 'none') return { kind: 'ready', attempt: null, sends: 0 };
  return readAttempt(deps, input);
}

export async function readAttempt(deps: ClaimDeps, input: ChargeInput): Promise<Read | Refused> {
  return weigh(deps, input, await deps.store.getAttempt(input));
}

const MOST_TRIES = 5;

export async function claim(deps: ClaimDeps, input: ChargeInput, ready: Ready): Promise<Claimed> {
  const { store, ambient, settings } = deps;
  let { sends } = ready;
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const write = {
      ref: input,
      resumes: input.resumes,
      sends,
      poll: input.previous === 'stillProcessing',
      now: ambient.now(),
      token: ambient.uuid(),
    };
    const answer = await store.write(claimSend(write, settings));
    if (answer.written) return claimed(answer.after as unknown as Attempt);
    const next = weigh(deps, input, (answer.failed[0]?.current ?? null) as Attempt | null);
    if (next.kind !== 'ready') return next;
    sends = next.sends;
  }
  throw new Contention(`other sends were claimed ${MOST_TRIES} times in a row`);
}

function weigh({ ambient, settings }: ClaimDeps, { resumes }: ChargeInput, attempt: Attempt | null): Read | Refused {
  if (attempt === null) throw new Contention('the attempt is not in the table');
  const refusal = claimRefusal(attempt, resumes, ambient.now(), settings);
  switch (refusal.kind) {
    case 'superseded':
    case 'unknown':
    case 'provedNotCharged':
      return refusal;
    case 'claimNext':
      return { kind: 'ready', attempt, sends: refusal.sends };
    default:
      return assertNever(refusal);
  }
}

/** A claim whose answer was lost is recognised later: by then the attempt may have ended, or be held. */
function claimed(attempt: Attempt): Claimed {
  if (attempt.status !== 'Open') return { kind: 'superseded' };
  return attempt.held ? { kind: 'claimedTooLate', attempt } : { kind: 'claimed', attempt };
}
