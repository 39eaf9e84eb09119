// One send of an attempt: claim it, put it on the wire once, and write down what it taught us.

import { assertNever } from '#core/assert-never.ts';
import { openToken } from '#core/cards/card-token.ts';
import { type ChargeStep, nextStep } from '#core/charge/next-step.ts';
import { bodyHashOf } from '#core/checkout/body-hash.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { Log } from '#core/ports/log.ts';
import type { ChargeSend, PaymentProvider, RenderCharge } from '#core/ports/payment-provider.ts';
import { type Attempt, doubtfulSends } from '#core/records/attempt.ts';
import type { ChargeInput } from '#core/workflow/step-input.ts';
import { type StepOutcome, SUPERSEDED, settled, UNKNOWN, waiting } from '#core/workflow/step-outcome.ts';
import { clearSend } from '#core/writes/clear-send.ts';
import { raise } from '../settle/raise.ts';
import { type NegativelySettled, settleNegatively } from '../settle/settle-negatively.ts';
import { settleSucceeded } from '../settle/settle-succeeded.ts';
import { type ClaimDeps, claim } from './claim.ts';
import { outcomeCode, outcomeStatus } from './outcome-code.ts';

export interface ChargeDeps extends ClaimDeps {
  readonly provider: PaymentProvider;
  readonly renderCharge: RenderCharge;
  readonly ambient: Pick<Ambient, 'now' | 'uuid' | 'random'>;
  readonly log: Log;
  /** Milliseconds until the function is ended. */
  readonly remainingMs: () => number;
}

/** @throws StoreUnavailable, Contention: the state machine catches them and reconciles. */
export async function charge(deps: ChargeDeps, input: ChargeInput): Promise<StepOutcome> {
  const claimed = await claim(deps, input);
  switch (claimed.kind) {
    case 'superseded':
      return SUPERSEDED;
    case 'unknown':
      deps.log('claim refused', { attemptId: input.attemptId, resumes: input.resumes, because: claimed.because });
      return UNKNOWN;
    case 'provedNotCharged':
      return closeFailed(deps, input, claimed.sends, null);
    case 'claimedTooLate':
      await clear(deps, input, claimed.attempt, 'held, not sent', null);
      return UNKNOWN;
    case 'claimed':
      return send(deps, input, claimed.attempt);
    default:
      return assertNever(claimed);
  }
}

async function send(deps: ChargeDeps, input: ChargeInput, attempt: Attempt): Promise<StepOutcome> {
  const body = renderBody(deps, input, attempt);
  if (body === null) return bodyChanged(deps, input, attempt);
  // This process may still hold the secret that another one was refused with.
  if (attempt.credentialsRefused === input.resumes) deps.provider.dropCredentials();
  const outcome = await sendInTime(deps, { providerKey: attempt.providerKey, body, expected: attempt });
  if (outcome.kind === 'credentials') deps.provider.dropCredentials();
  const step = nextStep(attempt, outcome, { now: deps.ambient.now(), random: deps.ambient.random() }, deps.settings);
  logSend(deps, input, attempt, outcome, step);
  return take(deps, input, attempt, outcome, step);
}

/** Room for the close after the answer. */
const ROOM_MS = 1_000;

/** A send that the function's end would cut off is not begun: it would be doubtful for nothing. */
async function sendInTime({ provider, settings, remainingMs }: ChargeDeps, charge: ChargeSend): Promise<SendOutcome> {
  const needed = settings.attemptTimeoutSeconds * 1_000 + ROOM_MS;
  if (remainingMs() < needed) return { kind: 'notSent', phase: 'lookup', code: 'NO_TIME_LEFT' };
  return provider.send(charge);
}

/** null: these are not the bytes that the attempt was accepted with, so nothing may leave. */
function renderBody({ renderCharge }: ChargeDeps, input: ChargeInput, attempt: Attempt): string | null {
  const token = attempt.sealKey ? openToken(input.sealedToken, attempt.sealKey, input.attemptId) : null;
  if (token === null) return null;
  const body = renderCharge(attempt, token);
  return bodyHashOf(body) === attempt.bodyHash ? body : null;
}

async function bodyChanged(deps: ChargeDeps, input: ChargeInput, attempt: Attempt): Promise<StepOutcome> {
  await raise(deps, input, 'body-changed', { send: attempt.sends });
  if (doubtfulSends(attempt).size <= 1) return closeFailed(deps, input, attempt.sends, null);
  await clear(deps, input, attempt, 'body changed, not sent', null);
  return UNKNOWN;
}

async function take(
  deps: ChargeDeps,
  input: ChargeInput,
  attempt: Attempt,
  outcome: SendOutcome,
  step: ChargeStep,
): Promise<StepOutcome> {
  const httpStatus = outcomeStatus(outcome);
  switch (step.kind) {
    case 'closeSucceeded':
      await settleSucceeded(deps, {
        ref: input,
        providerPaymentId: step.providerPaymentId,
        evidence: reply(httpStatus),
      });
      return settled('Succeeded');
    case 'closeDeclined': {
      const close = {
        ref: input,
        status: 'Declined',
        sends: attempt.sends,
        evidence: reply(httpStatus),
        declineReason: step.reason,
      } as const;
      return ended(await settleNegatively(deps, close), 'Declined');
    }
    case 'closeFailed':
      if (step.review) await raise(deps, input, step.review, { send: attempt.sends, outcome: outcomeCode(outcome) });
      return closeFailed(deps, input, attempt.sends, httpStatus, step);
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

async function closeFailed(
  deps: ChargeDeps,
  input: ChargeInput,
  sends: number,
  httpStatus: number | null,
  why: Pick<Extract<ChargeStep, { kind: 'closeFailed' }>, 'failure' | 'retryAfterSeconds'> = {
    failure: 'providerUnavailable',
  },
): Promise<StepOutcome> {
  const { failure, retryAfterSeconds } = why;
  const evidence = { ...reply(httpStatus), failure, ...(retryAfterSeconds && { retryAfterSeconds }) };
  return ended(await settleNegatively(deps, { ref: input, status: 'Failed', sends, evidence }), 'Failed');
}

/** Another send, or another close, came first: this run has nothing more to say. */
const ended = (answer: NegativelySettled, status: 'Declined' | 'Failed'): StepOutcome => {
  if (answer.closed) return settled(status);
  return answer.current.status === 'Open' ? SUPERSEDED : settled(answer.current.status);
};

async function clear(
  { store, ambient }: ChargeDeps,
  ref: ChargeInput,
  attempt: Attempt,
  detail: string,
  credentialsRefusedIn: number | null,
) {
  await store.write(
    clearSend({ ref, send: attempt.sends, credentialsRefusedIn, detail, now: ambient.now(), token: ambient.uuid() }),
  );
}

/** One line a send, with what support looks for. */
function logSend(
  { log }: ChargeDeps,
  input: ChargeInput,
  attempt: Attempt,
  outcome: SendOutcome,
  step: ChargeStep,
): void {
  log('send', {
    orderId: input.orderId,
    attemptId: input.attemptId,
    reference: attempt.reference,
    run: input.resumes,
    send: attempt.sends,
    outcome: outcomeCode(outcome),
    httpStatus: outcomeStatus(outcome),
    replayed: 'replayed' in outcome ? outcome.replayed : undefined,
    providerPaymentId: outcome.kind === 'approved' ? outcome.providerPaymentId : undefined,
    next: step.kind,
    waitSeconds: 'waitSeconds' in step ? step.waitSeconds : undefined,
  });
}
