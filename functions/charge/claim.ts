// Claims the next send of a run; on the happy path without reading anything first.

import { assertNever } from '#core/assert-never.ts';
import { claimRefusal } from '#core/charge/claim-refusal.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { ChargeInput } from '#core/workflow/step-input.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { Contention } from '../settle/contention.ts';

export type Claimed =
  /** The attempt as the claim left it: the claimed send is number `attempt.sends`. */
  | { readonly kind: 'claimed'; readonly attempt: Attempt }
  /** Counted, and not to be sent: another attempt has paid the order. */
  | { readonly kind: 'claimedTooLate'; readonly attempt: Attempt }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'unknown'; readonly because: string }
  | { readonly kind: 'provedNotCharged'; readonly sends: number };

export interface ClaimDeps {
  readonly store: PaymentStore;
  readonly ambient: Pick<Ambient, 'now' | 'uuid'>;
  readonly settings: Settings;
}

const MOST_TRIES = 5;

export async function claim({ store, ambient, settings }: ClaimDeps, input: ChargeInput): Promise<Claimed> {
  const { resumes, previous } = input;
  // The first run's first send is number 1 unless something went wrong before; any other number must be read.
  let sends: number | null = resumes === 0 && previous === 'none' ? 0 : null;
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    let seen: Attempt | null;
    if (sends === null) {
      seen = await store.getAttempt(input);
    } else {
      const write = {
        ref: input,
        resumes,
        sends,
        poll: previous === 'stillProcessing',
        now: ambient.now(),
        token: ambient.uuid(),
      };
      const answer = await store.write(claimSend(write, settings));
      if (answer.written) return claimed(answer.after as unknown as Attempt);
      seen = (answer.failed[0]?.current ?? null) as Attempt | null;
    }
    if (seen === null) throw new Contention('the attempt is not in the table');
    const refusal = claimRefusal(seen, resumes, ambient.now(), settings);
    switch (refusal.kind) {
      case 'superseded':
      case 'unknown':
      case 'provedNotCharged':
        return refusal;
      case 'claimNext':
        sends = refusal.sends;
        break;
      default:
        return assertNever(refusal);
    }
  }
  throw new Contention(`other sends were claimed ${MOST_TRIES} times in a row`);
}

/** A claim whose answer was lost is recognised later: by then the attempt may have ended, or be held. */
function claimed(attempt: Attempt): Claimed {
  if (attempt.status !== 'Open') return { kind: 'superseded' };
  return attempt.held ? { kind: 'claimedTooLate', attempt } : { kind: 'claimed', attempt };
}
