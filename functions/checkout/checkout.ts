// Takes a checkout: one intent, one attempt, whoever asks how often; then waits for its end as long as the caller wants.

import { type Answer, refuse, replayed } from '#core/api/answer.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { keyReused } from '#core/api/key-reused.ts';
import { preferenceApplied } from '#core/api/prefer.ts';
import { assertNever } from '#core/assert-never.ts';
import { type CheckoutFacts, checkoutDecision } from '#core/checkout/ladder.ts';
import { otherPaymentOpen, paidAnswer } from '#core/checkout/outcome-answer.ts';
import { acceptIntent, joinAttempt } from './accept-intent.ts';
import { awaitAttempt, endedAnswer } from './await-attempt.ts';
import type { CheckoutDeps } from './deps.ts';
import { type CheckoutIntent, orderNotFound, readIntent } from './intent.ts';
import { readFacts } from './read-facts.ts';
import { ensureRun, startRun } from './start-run.ts';

/** Each lost race is somebody else's progress on the same order. */
const MOST_TRIES = 20;

export async function checkout(deps: CheckoutDeps, request: HttpRequest): Promise<Answer> {
  const read = readIntent(request, deps.settings, deps.ambient.now());
  if (read.kind === 'refused') return read.answer;
  const given = await pay(deps, read.intent);
  const applied = preferenceApplied(read.intent.preference, given.status);
  return { ...given, headers: { ...given.headers, ...applied } };
}

async function pay(deps: CheckoutDeps, intent: CheckoutIntent): Promise<Answer> {
  const order = await deps.store.getOrder(intent.tenantId, intent.orderId);
  if (order === null) return orderNotFound();
  if (order.status === 'Placed') {
    // Most keys are new: the write itself finds out, and saves a read.
    const attempt = await acceptIntent(deps, intent, order, null);
    if (attempt) {
      await startRun(deps, intent, attempt);
      return awaitAttempt(deps, intent, order, attempt);
    }
  }
  // An accept that failed may say that the order is no longer what it was; any other was read a moment ago.
  let known = order.status === 'Placed' ? null : order;
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const facts = await readFacts(deps, intent, known);
    known = null;
    if (facts === null) return orderNotFound();
    const done = await act(deps, intent, facts);
    if (done !== null) return done;
    await deps.ambient.sleep(deps.ambient.random() * Math.min(20 * 2 ** tried, 500));
  }
  return refuse('internal', 'Other requests kept changing this order. Try again with the same Idempotency-Key.');
}

/** null: somebody else wrote first; read again. */
async function act(deps: CheckoutDeps, intent: CheckoutIntent, facts: CheckoutFacts): Promise<Answer | null> {
  const { order } = facts;
  const decision = checkoutDecision(facts);
  switch (decision.kind) {
    case 'keyReused':
      return keyReused(deps.settings);
    case 'replay':
      return replayed(await endedAnswer(deps, intent, order, decision.attempt));
    case 'paid':
      return facts.paid ? paidAnswer(order, facts.paid) : null;
    case 'otherPaymentOpen':
      return otherPaymentOpen(order, decision.attempt);
    case 'await':
      await ensureRun(deps, intent, decision.attempt);
      return awaitAttempt(deps, intent, order, decision.attempt);
    case 'join':
      if (!(await joinAttempt(deps, intent, decision.attempt, facts))) return null;
      await ensureRun(deps, intent, decision.attempt);
      return awaitAttempt(deps, intent, order, decision.attempt);
    case 'accept': {
      const attempt = await acceptIntent(deps, intent, order, facts);
      if (attempt === null) return null;
      await startRun(deps, intent, attempt);
      return awaitAttempt(deps, intent, order, attempt);
    }
    case 'readAgain':
      return null;
    default:
      return assertNever(decision);
  }
}
