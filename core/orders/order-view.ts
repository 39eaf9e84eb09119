// How an order is shown to its owner: amounts as decimals, instants as timestamps, nothing secret.

import { formatAmount } from '../money/amount.ts';
import type { Attempt } from '../records/attempt.ts';
import type { Order } from '../records/order.ts';
import { toTimestamp } from '../time/instant.ts';

export interface OrderView {
  readonly orderId: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly draftOrderId?: string;
  readonly createdAt: string;
}

export const orderView = (order: Order): OrderView => ({
  orderId: order.orderId,
  status: order.status,
  amount: formatAmount(order),
  currency: order.currency,
  ...(order.draftOrderId === undefined ? {} : { draftOrderId: order.draftOrderId }),
  createdAt: toTimestamp(order.createdAt),
});

/** The order as its creation answered it, whatever became of it since. */
export const orderAsCreated = (order: Order): OrderView => orderView({ ...order, status: 'Placed' });

export const attemptView = (attempt: Attempt) => ({
  attemptId: attempt.attemptId,
  status: attempt.status,
  createdAt: toTimestamp(attempt.createdAt),
  ...(attempt.closedAt === undefined ? {} : { closedAt: toTimestamp(attempt.closedAt) }),
  ...(attempt.providerPaymentId === undefined ? {} : { providerPaymentId: attempt.providerPaymentId }),
  ...(attempt.declineReason === undefined ? {} : { declineReason: attempt.declineReason }),
  late: attempt.late ?? false,
});
