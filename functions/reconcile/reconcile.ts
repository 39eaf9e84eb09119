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
import type { EpochMs } from '#core/time/instant.ts';
import { type StepOutcome, settled, UNKNOWN } from '#core/workflow/step-outcome.ts';
import type { NegativeClose } from '#core/writes/close-negatively.ts';
import { countReading } from '#core/writes/count-reading.ts';
import { endVigil } from '#core/writes/move-due.ts';
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
  try {
    return await decide(deps, ref, seen, seenAt);
  } finally {
    // Also when a lookup or a write keeps failing: for whatever reason it is still open, a person must know.
    if (isUndecided(seen, seenAt, settings) && (await store.getAttempt(ref))?.status === 'Open')
      await raise(deps, ref, 'undecided', { sends: seen.sends });
  }
}

async function decide(deps: ReconcileDeps, ref: AttemptRef, seen: Attempt, seenAt: EpochMs): Promise<StepOutcome> {
  const before = beforeLookup(seen, seenAt, deps.settings);
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

async function lookUp(deps: ReconcileDeps, ref: AttemptRef, seen: Attempt, seenAt: EpochMs): Promise<StepOutcome> {
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
  return take(deps, ref, seen, step);
}

async function take(deps: ReconcileDeps, ref: AttemptRef, seen: Attempt, step: ReconcileStep): Promise<StepOutcome> {
  const { store, ambient, settings } = deps;
  const sends = seen.sends;
  switch (step.kind) {
    case 'closeSucceeded': {
      const { providerPaymentId, more } = step;
      await settleSucceeded(deps, { ref, providerPaymentId, more, evidence: { source: 'lookup' } });
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
      if (step.undecided) await raise(deps, ref, 'undecided', { sends });
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
