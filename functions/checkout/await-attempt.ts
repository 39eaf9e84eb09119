// Waits for an attempt to end, by strongly consistent reads, as long as its caller wants to wait.

import type { Answer } from '#core/api/answer.ts';
import { attemptAnswer, paidAnswer, pendingAnswer } from '#core/checkout/outcome-answer.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Order } from '#core/records/order.ts';
import type { CheckoutDeps } from './deps.ts';
import type { CheckoutIntent } from './intent.ts';
import { ensureRun } from './start-run.ts';

/** Short at first, as most charges are quick; each poll is one strongly consistent read. */
const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 500;

export async function awaitAttempt(
  deps: CheckoutDeps,
  intent: CheckoutIntent,
  order: Order,
  first: Attempt,
): Promise<Answer> {
  const { store, ambient } = deps;
  const ref = { tenantId: intent.tenantId, orderId: intent.orderId, attemptId: first.attemptId };
  let attempt = first;
  for (let pause = FIRST_POLL_MS; attempt.status === 'Open'; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    const left = intent.waitUntil - ambient.now();
    if (left <= 0) return pendingAnswer(order, attempt);
    await ambient.sleep(Math.min(pause, left));
    attempt = (await store.getAttempt(ref)) ?? attempt;
    // Another attempt has paid the order; what becomes of this one is no longer the customer's concern.
    if (attempt.held) return paidByAnswer(deps, intent, order, attempt);
    // A run that died before it sent anything shows only now, when its start is old enough. Once something was sent,
    // it takes a caller who comes back to send again.
    if (attempt.status === 'Open' && attempt.sends === 0) await ensureRun(deps, intent, attempt);
  }
  return endedAnswer(deps, intent, order, attempt);
}

/** A superseded attempt ended because another one paid: that one is the answer. */
export async function endedAnswer(
  deps: CheckoutDeps,
  intent: CheckoutIntent,
  order: Order,
  attempt: Attempt,
): Promise<Answer> {
  if (attempt.evidence?.failure === 'superseded') return paidByAnswer(deps, intent, order, attempt);
  return attemptAnswer(order, attempt, deps.settings.backoffCapSeconds);
}

export async function paidByAnswer(
  { store }: CheckoutDeps,
  intent: CheckoutIntent,
  order: Order,
  fallback: Attempt,
): Promise<Answer> {
  const paid = order.paidAttemptId ? order : await store.getOrder(intent.tenantId, intent.orderId);
  const by = paid?.paidAttemptId ? await store.getAttempt({ ...intent, attemptId: paid.paidAttemptId }) : null;
  return paid && by ? paidAnswer(paid, by) : pendingAnswer(order, fallback);
}
