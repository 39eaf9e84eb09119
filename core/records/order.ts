// What is paid, and how far its payment has come.

import type { AttemptId } from '../ids/attempt-id.ts';
import type { OrderId } from '../ids/order-id.ts';
import type { Money } from '../money/amount.ts';
import type { EpochMs } from '../time/instant.ts';

export type OrderStatus = 'Placed' | 'PaymentPending' | 'Paid';

/** Amount and currency are fixed at creation. */
export interface Order extends Money {
  readonly orderId: OrderId;
  readonly status: OrderStatus;
  /** The attempt that the order waits for; also a held one beside a `Paid` order. */
  readonly openAttemptId?: AttemptId;
  readonly paidAttemptId?: AttemptId;
  /** The caller's own id of the cart or draft, passed through. */
  readonly draftOrderId?: string;
  readonly createdAt: EpochMs;
}
