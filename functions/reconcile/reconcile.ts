// Asks the provider about one attempt whose outcome is unknown, and writes down only what that proves.

import { assertNever } from '#core/assert-never.ts';
import type { AttemptRef } from '#core/ids/reference.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { Log } from '#core/ports/log.ts';
import type { PaymentProvider } from '#core/ports/payment-provider.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import { afterLookup, type ReconcileStep } from '#core/reconcile/after-lookup.ts';
import { beforeLookup } from '#core/reconcile/before-lookup.ts';
import { isUndecided } from '#core/reconcile/undecided.ts';
import type { Attempt, NegativeStatus } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type StepOutcome, settled, UNKNOWN } from '#core/workflow/step-outcome.ts';
import type { NegativeClose } from '#core/writes/close-negatively.ts';
import { refundDue } from '#core/writes/close-succeeded.ts';
import { countReading } from '#core/writes/count-reading.ts';
import { endVigil } from '#core/writes/move-due.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import { Contention } from '../settle/contention.ts';
import { raise } from '../settle/raise.ts';
import { settleNegatively } from '../settle/settle-negatively.ts';
import { settleSucceeded } from '../settle/settle-succeeded.ts';

export interface ReconcileDeps {
  readonly store: PaymentStore;
  readonly provider: PaymentProvider;
  readonly settings: Settings;
  readonly ambient: Pick<Ambient, 'now' | 'uuid'>;
  readonly log: Log;
}

/** @throws StoreUnavailable, Contention: the attempt stays due. */
export async function reconcile(deps: ReconcileDeps, ref: AttemptRef): Promise<StepOutcome> {
  const { store, settings, ambient } = deps;
  // Taken before the read: an age counted from here is never too great.
  const seenAt = ambient.now();
  const seen = await store.getAttempt(ref);
  if (seen === null) throw new Contention('the attempt is not in the table');
  const before = beforeLookup(seen, seenAt, settings);
  switch (before.kind) {
    case 'ended':
      return settled(before.status);
    case 'closeFailed':
      return close(deps, {
        ref,
        status: 'Failed',
        sends: before.sends,
        evidence: { source: 'schedule', failure: 'providerUnavailable' },
      });
    case 'lookup':
      return lookUp(deps, ref, seen, seenAt);
    default:
      return assertNever(before);
  }
}

async function lookUp(
  deps: ReconcileDeps,
  ref: AttemptRef,
  seen: Attempt,
  seenAt: ReturnType<Ambient['now']>,
): Promise<StepOutcome> {
  const lookup = await deps.provider.lookup(seen.reference);
  const step = afterLookup(seen, seenAt, lookup, deps.settings);
  deps.log('lookup', {
    orderId: ref.orderId,
    attemptId: ref.attemptId,
    reference: seen.reference,
    answer: lookup.kind === 'answered' ? `${lookup.charges.length} listed` : lookup.reason,
    next: step.kind,
  });
  if ('contradicted' in step && step.contradicted)
    await raise(deps, ref, 'contradiction', { listed: lookup.kind === 'answered' ? lookup.charges.length : 0 });
  const outcome = await take(deps, ref, seen, step);
  if (outcome.kind === 'unknown' && isUndecided(seen, seenAt, deps.settings))
    await raise(deps, ref, 'undecided', { sends: seen.sends });
  return outcome;
}

async function take(deps: ReconcileDeps, ref: AttemptRef, seen: Attempt, step: ReconcileStep): Promise<StepOutcome> {
  const { store, ambient, settings } = deps;
  const sends = seen.sends;
  switch (step.kind) {
    case 'closeSucceeded': {
      const { providerPaymentId, second } = step;
      await settleSucceeded(deps, { ref, providerPaymentId, evidence: { source: 'lookup' } });
      if (second !== null) {
        const charged = {
          ref,
          providerPaymentId: second,
          evidence: { source: 'lookup' },
          now: ambient.now(),
          token: ambient.uuid(),
        } as const;
        await store.write(raiseReview(refundDue(charged, ref.attemptId), charged.token));
      }
      return settled('Succeeded');
    }
    case 'closeDeclined':
      return close(deps, {
        ref,
        status: 'Declined',
        sends,
        evidence: { source: 'lookup' },
        declineReason: step.reason,
      });
    case 'abandon':
      return close(deps, { ref, status: 'Abandoned', sends, evidence: { source: 'lookup' }, nextLook: step.nextLook });
    case 'countReading':
      await store.write(
        countReading({ ref, seen, recheckSeconds: settings.recheckSeconds, now: ambient.now(), token: ambient.uuid() }),
      );
      return UNKNOWN;
    case 'endVigil':
      if (step.pending) await raise(deps, ref, 'undecided', { sends });
      await store.write(endVigil(ref, ambient.uuid()));
      return settled('Abandoned');
    case 'stillUnknown':
      return seen.status === 'Abandoned' ? settled('Abandoned') : UNKNOWN;
    default:
      return assertNever(step);
  }
}

/** A send, or another close, that came first wins: what it knows is newer. */
async function close(
  deps: ReconcileDeps,
  negative: Omit<NegativeClose, 'now' | 'token'> & { status: NegativeStatus },
): Promise<StepOutcome> {
  const answer = await settleNegatively(deps, negative);
  if (answer.closed) return settled(negative.status);
  return answer.current.status === 'Open' ? UNKNOWN : settled(answer.current.status);
}
