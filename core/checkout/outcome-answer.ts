// What a caller is told of an attempt: a pure function of its final facts. "Failed" is said only when it is proved.

import { type Answer, answer, refuse } from '../api/answer.ts';
import { assertNever } from '../assert-never.ts';
import { formatAmount } from '../money/amount.ts';
import type { Attempt } from '../records/attempt.ts';
import type { Order, OrderStatus } from '../records/order.ts';

/** When a caller of an open payment may ask again. */
export const ASK_AGAIN_SECONDS = 2;

export const orderPath = (orderId: string): string => `/orders/${orderId}`;

const payment = (order: Order, status: OrderStatus, attempt: Attempt) => ({
  orderId: order.orderId,
  status,
  amount: formatAmount(order),
  currency: order.currency,
  attemptId: attempt.attemptId,
});

export const paidAnswer = (order: Order, attempt: Attempt): Answer =>
  answer(200, { ...payment(order, 'Paid', attempt), providerPaymentId: attempt.providerPaymentId });

/** Accepted, and not known yet how it ends. */
export const pendingAnswer = (order: Order, attempt: Attempt): Answer =>
  answer(202, payment(order, 'PaymentPending', attempt), {
    Location: orderPath(order.orderId),
    'Retry-After': String(ASK_AGAIN_SECONDS),
  });

/** `retryAfterSeconds`: when a new try may find the provider well again, if it did not say so itself. */
export function attemptAnswer(order: Order, attempt: Attempt, retryAfterSeconds: number): Answer {
  const names = { orderId: order.orderId, attemptId: attempt.attemptId };
  switch (attempt.status) {
    case 'Succeeded':
      return paidAnswer(order, attempt);
    case 'Declined':
      return refuse(
        'declined',
        'This try did not charge the card. Ask for another card, and use a new Idempotency-Key.',
        {
          ...names,
          declineReason: attempt.declineReason ?? 'declined',
        },
      );
    case 'Failed':
      return attempt.evidence?.failure === 'providerRejected'
        ? refuse(
            'provider-rejected',
            'This try did not charge the card. Somebody must look at our set-up; the case was raised.',
            names,
          )
        : refuse(
            'provider-unavailable',
            'This try did not charge the card. Try again later with the same Idempotency-Key.',
            names,
            {
              'Retry-After': String(attempt.evidence?.retryAfterSeconds ?? retryAfterSeconds),
            },
          );
    case 'Open':
    // Given up, not proved: nobody is told "failed" for it.
    case 'Abandoned':
      return pendingAnswer(order, attempt);
    default:
      return assertNever(attempt.status);
  }
}

export const otherPaymentOpen = (order: Order, open: Attempt): Answer =>
  refuse(
    'other-payment-open',
    'Wait until the open payment has ended, or check out with the same card.',
    { orderId: order.orderId, attemptId: open.attemptId },
    { Location: orderPath(order.orderId), 'Retry-After': String(ASK_AGAIN_SECONDS) },
  );
