// One send of an attempt: ask whether it may leave, claim it, put it on the wire once, and write down what it taught us.

import { assertNever } from '#core/assert-never.ts';
import { openToken } from '#core/cards/card-token.ts';
import { needsBudget, nextStep } from '#core/charge/next-step.ts';
import { runDeadline } from '#core/charge/run.ts';
import { type TurnedAwayStep, turnedAway } from '#core/charge/turned-away.ts';
import { bodyHashOf } from '#core/checkout/body-hash.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { PaymentProvider, RenderCharge } from '#core/ports/payment-provider.ts';
import { type Attempt, doubtfulSends } from '#core/records/attempt.ts';
import type { ChargeInput } from '#core/workflow/step-input.ts';
import { type StepOutcome, SUPERSEDED, UNKNOWN, waiting } from '#core/workflow/step-outcome.ts';
import type { SendKind } from '#core/writes/count-send.ts';
import { raise } from '../settle/raise.ts';
import { type ClaimDeps, claim, type Ready, type Refused, readAttempt, readRun } from './claim.ts';
import { clear, closeFailed, take } from './close.ts';
import { type Admitted, admit, type TurnedAway } from './gate.ts';
import { count, type LearnDeps, learn } from './learn.ts';
import { logNotSent, logSend } from './log-send.ts';

export interface ChargeDeps extends ClaimDeps, LearnDeps {
  readonly provider: PaymentProvider;
  readonly renderCharge: RenderCharge;
  readonly ambient: Pick<Ambient, 'now' | 'uuid' | 'random'>;
}

/** @throws StoreUnavailable, Contention: the state machine catches them and reconciles. */
export async function charge(deps: ChargeDeps, input: ChargeInput): Promise<StepOutcome> {
  const ready = await readRun(deps, input);
  if (ready.kind !== 'ready') return refused(deps, input, ready);
  const admission = await admit(deps, sendKind(input, ready));
  if (admission.kind !== 'admitted') return stayAway(deps, input, ready, admission);
  const claimed = await claim(deps, input, ready);
  switch (claimed.kind) {
    case 'claimedTooLate':
      await clear(deps, input, claimed.attempt, 'held, not sent', null);
      return UNKNOWN;
    case 'claimed':
      return send(deps, input, claimed.attempt, admission);
    case 'superseded':
    case 'unknown':
    case 'provedNotCharged':
      return refused(deps, input, claimed);
    default:
      return assertNever(claimed);
  }
}

/** A run that has only waited so far has sent nothing that could be repeated; a poll is what the provider asked for. */
const sendKind = ({ previous }: ChargeInput, { sends }: Ready): SendKind => {
  if (previous === 'stillProcessing') return 'poll';
  return sends > 0 ? 'repeat' : 'first';
};

async function refused(deps: ChargeDeps, input: ChargeInput, refusal: Refused): Promise<StepOutcome> {
  switch (refusal.kind) {
    case 'superseded':
      return SUPERSEDED;
    case 'unknown':
      deps.log('claim refused', { attemptId: input.attemptId, resumes: input.resumes, because: refusal.because });
      return UNKNOWN;
    case 'provedNotCharged':
      return closeFailed(deps, input, refusal.sends);
    default:
      return assertNever(refusal);
  }
}

/** Nothing is claimed, so nothing is in doubt that was not before. */
async function stayAway(deps: ChargeDeps, input: ChargeInput, ready: Ready, why: TurnedAway): Promise<StepOutcome> {
  const standing = ready.attempt === null ? await readAttempt(deps, input) : { ...ready, attempt: ready.attempt };
  if (standing.kind !== 'ready') return refused(deps, input, standing);
  const { ambient, settings } = deps;
  const step = turnedAway(standing.attempt, why, { now: ambient.now(), random: ambient.random() }, settings);
  const came = await leave(deps, input, standing.sends, step);
  logNotSent(deps, { input, attempt: standing.attempt, because: why.kind, step, came });
  return came;
}

async function leave(deps: ChargeDeps, input: ChargeInput, sends: number, step: TurnedAwayStep): Promise<StepOutcome> {
  switch (step.kind) {
    case 'wait':
      return waiting(input.previous === 'stillProcessing' ? 'stillProcessing' : 'retry', step.waitSeconds);
    case 'closeFailed': {
      const { withheld, retryAfterSeconds } = step;
      return closeFailed(deps, input, sends, { source: 'providerHealth', withheld, retryAfterSeconds });
    }
    case 'unknown':
      return UNKNOWN;
    default:
      return assertNever(step);
  }
}

async function send(deps: ChargeDeps, input: ChargeInput, attempt: Attempt, admitted: Admitted): Promise<StepOutcome> {
  const body = renderBody(deps, input, attempt);
  if (body === null) return bodyChanged(deps, input, attempt);
  // This process may still hold the secret that another one was refused with.
  if (attempt.credentialsRefused === input.resumes) deps.provider.dropCredentials();
  const outcome = await sendInTime(deps, attempt, body);
  if (outcome.kind === 'credentials') deps.provider.dropCredentials();
  const moment = { now: deps.ambient.now(), random: deps.ambient.random() };
  const wanted = nextStep(attempt, outcome, moment, deps.settings, 'granted');
  const asked = needsBudget(wanted) ? await count(deps, admitted, outcome, true) : null;
  const step = asked?.retryGranted === false ? nextStep(attempt, outcome, moment, deps.settings, 'spent') : wanted;
  let came: StepOutcome | null = null;
  try {
    came = await take(deps, input, attempt, outcome, step);
    return came;
  } finally {
    const { retryGranted, health } = asked ?? { retryGranted: true, health: admitted.health };
    logSend(deps, { input, attempt, outcome, step, came, retryGranted, health });
    // The payment first: what was learnt about its provider can be lost.
    await learn(deps, admitted, outcome, asked ?? (await count(deps, admitted, outcome, false)));
  }
}

/** Room for the close after the answer. */
const ROOM_MS = 1_000;

/** Not begun: what the function's end would cut off, doubtful for nothing; what a slow claim made too late. */
async function sendInTime(deps: ChargeDeps, attempt: Attempt, body: string): Promise<SendOutcome> {
  const { provider, settings, ambient, remainingMs } = deps;
  const needed = settings.attemptTimeoutSeconds * 1_000 + ROOM_MS;
  if (remainingMs() < needed) return { kind: 'notSent', phase: 'lookup', code: 'NO_TIME_LEFT' };
  if (runDeadline(attempt, settings) <= ambient.now())
    return { kind: 'notSent', phase: 'lookup', code: 'DEADLINE_PASSED' };
  return provider.send({ providerKey: attempt.providerKey, body, expected: attempt });
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
  if (doubtfulSends(attempt).size <= 1) return closeFailed(deps, input, attempt.sends);
  await clear(deps, input, attempt, 'body changed, not sent', null);
  return UNKNOWN;
}
