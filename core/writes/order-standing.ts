// How an order stands towards one of its attempts, told from what was read.

import type { AttemptId } from '../ids/attempt-id.ts';
import type { Attempt } from '../records/attempt.ts';
import type { Order } from '../records/order.ts';
import type { OrderBehind } from './close-negatively.ts';
import type { OrderStanding } from './close-succeeded.ts';

/** `open`: the order's open attempt, if that is another one. null: what was read does not fit together; read again. */
export function orderStanding(
  order: Order,
  attempt: AttemptId,
  open: Pick<Attempt, 'attemptId' | 'sends'> | null,
): OrderStanding | null {
  switch (order.status) {
    case 'Placed':
      return { kind: 'placed' };
    case 'PaymentPending':
      if (order.openAttemptId === attempt) return { kind: 'waitsForThis' };
      if (!open || open.attemptId !== order.openAttemptId) return null;
      return { kind: open.sends === 0 ? 'otherUnsent' : 'otherSent', other: open.attemptId };
    case 'Paid':
      if (order.paidAttemptId === undefined || order.paidAttemptId === attempt) return null;
      return { kind: 'paidByOther', paidBy: order.paidAttemptId, openHere: order.openAttemptId === attempt };
  }
}

export const orderBehind = (order: Order, attempt: AttemptId): OrderBehind => {
  if (order.openAttemptId !== attempt) return 'elsewhere';
  return order.status === 'Paid' ? 'paidByOther' : 'waitsForThis';
};
