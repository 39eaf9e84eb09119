// Shows an order with its attempts to its own tenant.

import { type Answer, answer, refuse } from '#core/api/answer.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { unauthenticated } from '#core/api/write-request.ts';
import { isOrderId } from '#core/ids/order-id.ts';
import { attemptView, orderView } from '#core/orders/order-view.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';

export interface GetOrderDeps {
  readonly store: Pick<PaymentStore, 'getOrderWithAttempts'>;
}

export async function getOrder({ store }: GetOrderDeps, request: HttpRequest): Promise<Answer> {
  const { tenant, pathParameters } = request;
  if (tenant === null) return unauthenticated();
  const id = pathParameters.orderId;
  const found = isOrderId(id) ? await store.getOrderWithAttempts(tenant, id) : null;
  if (found === null) return refuse('order-not-found', 'Create it with POST /orders.');
  return answer(200, { ...orderView(found.order), attempts: found.attempts.map(attemptView) });
}
