// Ends a charge step: closes the attempt on what a send, or the want of one, has proved, or clears a refused send.

import { assertNever } from '#core/assert-never.ts';
import type { ChargeStep } from '#core/charge/next-step.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { Attempt, Evidence } from '#core/records/attempt.ts';
import type { ChargeInput } from '#core/workflow/step-input.ts';
import { type StepOutcome, SUPERSEDED, settled, UNKNOWN, waiting } from '#core/workflow/step-outcome.ts';
import { clearSend } from '#core/writes/clear-send.ts';
import { raise } from '../settle/raise.ts';
import { type NegativelySettled, settleNegatively } from '../settle/settle-negatively.ts';
import { type SettleDeps, settleSucceeded } from '../settle/settle-succeeded.ts';
import { outcomeCode, outcomeStatus } from './outcome-code.ts';

/** Writes down what the send, the attempt's newest, came to. */
export async function take(
  deps: SettleDeps,
  input: ChargeInput,
  attempt: Attempt,
  outcome: SendOutcome,
  step: ChargeStep,
): Promise<StepOutcome> {
  const evidence = reply(outcomeStatus(outcome));
  switch (step.kind) {
    case 'closeSucceeded':
      await settleSucceeded(deps, { ref: input, providerPaymentId: step.providerPaymentId, evidence });
      return settled('Succeeded');
    case 'closeDeclined': {
      const close = {
        ref: input,
        status: 'Declined',
        sends: attempt.sends,
        evidence,
        declineReason: step.reason,
      } as const;
      return ended(await settleNegatively(deps, close), 'Declined');
    }
    case 'closeFailed': {
      const { failure, retryAfterSeconds, withheld } = step;
      if (step.review) await raise(deps, input, step.review, { send: attempt.sends, outcome: outcomeCode(outcome) });
      const why = { failure, ...(retryAfterSeconds && { retryAfterSeconds }), ...(withheld && { withheld }) };
      return closeFailed(deps, input, attempt.sends, { ...evidence, ...why });
    }
    case 'stillProcessing':
      return waiting('stillProcessing', step.waitSeconds);
    case 'retry':
      if (step.clear) await clear(deps, input, attempt, outcomeCode(outcome), step.credentials ? input.resumes : null);
      return waiting('retry', step.waitSeconds);
    case 'unknown':
      if (step.clear) await clear(deps, input, attempt, outcomeCode(outcome), null);
      if (step.review) await raise(deps, input, step.review, { send: attempt.sends, outcome: outcomeCode(outcome) });
      return UNKNOWN;
    default:
      return assertNever(step);
  }
}

const reply = (httpStatus: number | null) => ({
  source: 'reply' as const,
  ...(httpStatus === null ? {} : { httpStatus }),
});

/** Nothing was charged, and that is proved; more of the why, if there is more. `sends`: as claimed or read. */
export async function closeFailed(
  deps: SettleDeps,
  input: ChargeInput,
  sends: number,
  more: Partial<Evidence> = {},
): Promise<StepOutcome> {
  const evidence: Evidence = { source: 'reply', failure: 'providerUnavailable', ...more };
  return ended(await settleNegatively(deps, { ref: input, status: 'Failed', sends, evidence }), 'Failed');
}

/** Another send, or another close, came first: this run has nothing more to say. */
const ended = (answer: NegativelySettled, status: 'Declined' | 'Failed'): StepOutcome => {
  if (answer.closed) return settled(status);
  return answer.current.status === 'Open' ? SUPERSEDED : settled(answer.current.status);
};

export async function clear(
  { store, ambient }: SettleDeps,
  ref: ChargeInput,
  attempt: Attempt,
  detail: string,
  credentialsRefusedIn: number | null,
): Promise<void> {
  await store.write(
    clearSend({ ref, send: attempt.sends, credentialsRefusedIn, detail, now: ambient.now(), token: ambient.uuid() }),
  );
}
