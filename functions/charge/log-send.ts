// One log line a send, with all that support looks for on it: never a body, a token, a header or a caller's key.

import type { ChargeStep } from '#core/charge/next-step.ts';
import type { TurnedAwayStep } from '#core/charge/turned-away.ts';
import { breakerState } from '#core/health/circuit-breaker.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import { budgetOf } from '#core/health/retry-budget.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { ChargeInput } from '#core/workflow/step-input.ts';
import type { StepOutcome } from '#core/workflow/step-outcome.ts';
import type { GateDeps } from './gate.ts';
import { outcomeCode, outcomeStatus } from './outcome-code.ts';

export interface LoggedSend {
  readonly input: ChargeInput;
  /** As the claim of this send left it. */
  readonly attempt: Attempt;
  readonly outcome: SendOutcome;
  readonly step: ChargeStep;
  /** null: writing it down failed, and the workflow goes on to a lookup. */
  readonly came: StepOutcome | null;
  /** false: the budget was asked for a retry, and is spent. */
  readonly retryGranted: boolean;
  /** null: not known. */
  readonly health: ProviderHealth | null;
}

export interface LoggedRefusal {
  readonly input: ChargeInput;
  readonly attempt: Attempt;
  /** The breaker, or a pause. */
  readonly because: string;
  readonly step: TurnedAwayStep;
  readonly came: StepOutcome;
}

/** What a payment is found by. */
const supportFacts = (input: ChargeInput, attempt: Attempt) => ({
  clientKeyHash: attempt.clientKeyHash,
  draftOrderId: attempt.draftOrderId,
  orderId: input.orderId,
  attemptId: input.attemptId,
  reference: attempt.reference,
  run: input.resumes,
});

export function logSend(
  deps: GateDeps,
  { input, attempt, outcome, step, came, retryGranted, health }: LoggedSend,
): void {
  deps.log('send', {
    ...supportFacts(input, attempt),
    send: attempt.sends,
    outcome: outcomeCode(outcome),
    httpStatus: outcomeStatus(outcome),
    replayed: 'replayed' in outcome ? outcome.replayed : undefined,
    providerPaymentId: outcome.kind === 'approved' ? outcome.providerPaymentId : undefined,
    status: came?.status ?? 'Open',
    next: step.kind,
    waitSeconds: 'waitSeconds' in step ? step.waitSeconds : undefined,
    // One that was asked for and not granted is counted, and given back in a moment.
    ...healthFacts(deps, health, retryGranted ? 0 : 1),
  });
}

export function logNotSent(deps: GateDeps, { input, attempt, because, step, came }: LoggedRefusal): void {
  deps.log('not sent', {
    ...supportFacts(input, attempt),
    send: attempt.sends,
    because,
    status: came.status ?? 'Open',
    next: step.kind,
    waitSeconds: 'waitSeconds' in step ? step.waitSeconds : undefined,
    ...healthFacts(deps, deps.health.last()?.health ?? null, 0),
  });
}

function healthFacts({ ambient, settings }: GateDeps, health: ProviderHealth | null, notGranted: number) {
  const now = ambient.now();
  const budget = health && budgetOf(health, now, settings);
  return {
    retriesGranted: budget ? budget.granted - notGranted : undefined,
    retriesMost: budget?.most,
    breaker: health ? breakerState(health, now) : 'notKnown',
  };
}
