// What a reply means for the attempt: close it, send again, ask again, or leave it unknown (design section 5, charge).

import { assertNever } from '../assert-never.ts';
import type { SendOutcome } from '../outcome/outcome.ts';
import { leavesDoubt } from '../outcome/send-doubt.ts';
import { type Attempt, doubtfulSends, type FailureReason, type Withheld } from '../records/attempt.ts';
import type { ReviewKind } from '../records/review.ts';
import { askedPause } from '../retry/asked-pause.ts';
import { retryAfterSeconds } from '../retry/retry-after.ts';
import type { Settings } from '../settings/settings.ts';
import { allowsDoubtfulResend } from '../writes/claim-send.ts';
import { inTime, type Moment, waitSeconds } from './run.ts';

/** `clear`: the send's refusal is proved and must be written first. A close needs no clearing: it ends all doubt. */
export type ChargeStep =
  | { readonly kind: 'closeSucceeded'; readonly providerPaymentId: string }
  | { readonly kind: 'closeDeclined'; readonly reason: string }
  | {
      readonly kind: 'closeFailed';
      readonly failure: FailureReason;
      readonly review: ReviewKind | null;
      /** What the provider asked for, capped; whole seconds. */
      readonly retryAfterSeconds?: number;
      readonly withheld?: Withheld;
    }
  | { readonly kind: 'stillProcessing'; readonly waitSeconds: number }
  | { readonly kind: 'retry'; readonly waitSeconds: number; readonly clear: boolean; readonly credentials: boolean }
  | { readonly kind: 'unknown'; readonly clear: boolean; readonly review: ReviewKind | null };

/** Whether the provider's retry budget has room for one more. */
export type RetryBudget = 'granted' | 'spent';

/** A 401 is no trouble of the provider's, and one more send is all that a run makes of it: no budget is needed for that. */
export const needsBudget = (step: ChargeStep): boolean => step.kind === 'retry' && !step.credentials;

/** `attempt` as the claim of this send left it: the send is the newest, and among the doubtful ones. */
export function nextStep(
  attempt: Attempt,
  outcome: SendOutcome,
  moment: Moment,
  settings: Settings,
  budget: RetryBudget,
): ChargeStep {
  const othersDoubtful = doubtfulSends(attempt).size > 1;
  const clear = !leavesDoubt(outcome);
  const giveUp = (failure: FailureReason, review: ReviewKind | null = null): ChargeStep =>
    clear && !othersDoubtful
      ? { kind: 'closeFailed', failure, review, ...askedFor(outcome, moment, settings) }
      : { kind: 'unknown', clear, review };
  const sendAgain = (retryAfter: string | null, mostSends = settings.maxSends): ChargeStep => {
    const wait = waitSeconds(retryAfter, attempt.runSends - 1, moment, settings);
    const may = attempt.runSends < mostSends && inTime(attempt, wait, moment.now, settings);
    const safe = clear ? !othersDoubtful || allowsDoubtfulResend(settings) : allowsDoubtfulResend(settings);
    const otherwise = giveUp('providerUnavailable');
    if (!may || !safe) return otherwise;
    const retry = { kind: 'retry', waitSeconds: wait, clear, credentials: outcome.kind === 'credentials' } as const;
    return budget === 'spent' && needsBudget(retry) ? withheldFor(otherwise) : retry;
  };

  switch (outcome.kind) {
    case 'approved':
      return { kind: 'closeSucceeded', providerPaymentId: outcome.providerPaymentId };
    case 'declined':
      // Only if every send is answered with the key's first result does this decline speak for the earlier ones, too.
      if (othersDoubtful && !(settings.provider.replaysFirstResult && allowsDoubtfulResend(settings)))
        return { kind: 'unknown', clear, review: null };
      return { kind: 'closeDeclined', reason: outcome.reason };
    case 'stillProcessing': {
      const wait = waitSeconds(outcome.retryAfter, attempt.runPolls, moment, settings);
      // To ask again is a second send: where that is not safe, no claim would be granted.
      return allowsDoubtfulResend(settings) && inTime(attempt, wait, moment.now, settings)
        ? { kind: 'stillProcessing', waitSeconds: wait }
        : { kind: 'unknown', clear, review: null };
    }
    case 'refused':
      return sendAgain(askedPause(outcome));
    case 'notSent':
      return sendAgain(null);
    case 'credentials':
      if (attempt.credentialsRefused === attempt.resumes) return giveUp('providerRejected', 'provider-rejected');
      // A rotated secret was refused, not this charge: the last send, too, is made once more with the new one.
      return sendAgain(null, settings.maxSends + 1);
    case 'rejected':
      return giveUp('providerRejected', 'provider-rejected');
    case 'contractViolation':
      // Nobody has sent this key before the very first send: the refusal is about this request alone.
      if (attempt.sends === 1)
        return { kind: 'closeFailed', failure: 'providerRejected', review: 'contract-violation' };
      return { kind: 'unknown', clear, review: 'contract-violation' };
    case 'unknown':
      return afterDoubt(outcome, sendAgain);
  }
}

const withheldFor = (step: ChargeStep): ChargeStep =>
  step.kind === 'closeFailed' ? { ...step, withheld: 'budget' } : step;

function askedFor(outcome: SendOutcome, { now }: Moment, { retryAfterCapSeconds }: Settings) {
  const seconds = retryAfterSeconds(askedPause(outcome), now, retryAfterCapSeconds);
  return seconds === null ? {} : { retryAfterSeconds: seconds };
}

function afterDoubt(
  outcome: Extract<SendOutcome, { kind: 'unknown' }>,
  sendAgain: (retryAfter: string | null) => ChargeStep,
): ChargeStep {
  const reconcile = (review: ReviewKind | null): ChargeStep => ({ kind: 'unknown', clear: false, review });
  switch (outcome.reason) {
    case 'serverError':
    case 'timeout':
    case 'connectionLost':
      return sendAgain(askedPause(outcome));
    case 'unreadableReply':
      return reconcile(null);
    case 'contradictingReply':
      return reconcile('contradiction');
    case 'redirected':
      return reconcile('redirected');
    default:
      return assertNever(outcome.reason);
  }
}
