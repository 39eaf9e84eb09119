// Creates an order once per key; the same order asked for again is the same order.

import { type Answer, answer, refuse, replayed } from '#core/api/answer.ts';
import { type CreateOrderRequest, parseCreateOrder } from '#core/api/create-order-request.ts';
import { fingerprintOf } from '#core/api/fingerprint.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { keyReused } from '#core/api/key-reused.ts';
import { readWrite, type WriteRequest } from '#core/api/write-request.ts';
import { orderPath } from '#core/checkout/outcome-answer.ts';
import { type OrderId, orderId } from '#core/ids/order-id.ts';
import { orderAsCreated, orderView } from '#core/orders/order-view.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { ClientKeyScope } from '#core/records/address.ts';
import { type ClientKey, isLive } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import type { Settings } from '#core/settings/settings.ts';
import { plusSeconds, toSeconds } from '#core/time/instant.ts';
import { createOrder as createOrderWrite, type KeyWrite, rememberExistingOrder } from '#core/writes/create-order.ts';

export interface CreateOrderDeps {
  readonly store: PaymentStore;
  readonly settings: Settings;
  readonly ambient: Pick<Ambient, 'now' | 'uuid'>;
}

const ROUTE = '/orders';
const MOST_TRIES = 5;

export async function createOrder(deps: CreateOrderDeps, request: HttpRequest): Promise<Answer> {
  const read = readWrite(request, parseCreateOrder);
  if (read.kind === 'refused') return read.answer;
  const wanted = intent(deps, read);
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const done = await create(deps, wanted);
    if (done !== null) return done;
  }
  return refuse('internal', 'Other requests kept changing this order. Try again with the same Idempotency-Key.');
}

interface Intent {
  readonly scope: ClientKeyScope;
  readonly fingerprint: string;
  readonly order: Order;
}

function intent(
  { ambient }: CreateOrderDeps,
  { tenant, key, body }: Extract<WriteRequest<CreateOrderRequest>, { kind: 'valid' }>,
): Intent {
  const scope = { tenantId: tenant, method: 'POST', route: ROUTE, ids: [], key };
  const fingerprint = fingerprintOf({ method: 'POST', route: ROUTE, ids: [], body: body.given });
  const { amountMinor, currency, draftOrderId } = body;
  const id: OrderId = body.orderId ?? orderId(ambient.uuid());
  const order: Order = {
    orderId: id,
    amountMinor,
    currency,
    status: 'Placed',
    createdAt: ambient.now(),
    ...(draftOrderId === null ? {} : { draftOrderId }),
  };
  return { scope, fingerprint, order };
}

/** null: what was read changed before it could be acted on. */
async function create(deps: CreateOrderDeps, wanted: Intent): Promise<Answer | null> {
  const { store, ambient } = deps;
  const { scope, order } = wanted;
  const made = await store.write(
    createOrderWrite(order, keyWrite(deps, wanted, order.orderId, 'created'), ambient.uuid()),
  );
  if (made.written) return created(order);

  const key = await store.getClientKey(scope);
  if (key && isLive(key, ambient.now())) return fromKey(deps, wanted, key);
  const existing = await store.getOrder(scope.tenantId, order.orderId);
  if (existing === null) return null;
  if (!sameMoney(existing, order)) return orderExists(existing);
  const remembered = await store.write(
    rememberExistingOrder(keyWrite(deps, wanted, existing.orderId, 'existing'), ambient.uuid()),
  );
  return remembered.written ? answer(200, { ...orderView(existing) }) : null;
}

function keyWrite(
  { settings, ambient }: CreateOrderDeps,
  { scope, fingerprint }: Intent,
  id: OrderId,
  answered: 'created' | 'existing',
): KeyWrite {
  const now = ambient.now();
  const expiresAt = toSeconds(plusSeconds(now, settings.idempotencyTtlHours * 3_600));
  return { scope, now, record: { fingerprint, orderId: id, answered, expiresAt } };
}

/** One key, one outcome: the order that the key led to, as it was answered first. */
async function fromKey(
  { store, settings }: CreateOrderDeps,
  { scope, fingerprint }: Intent,
  key: ClientKey,
): Promise<Answer | null> {
  if (key.fingerprint !== fingerprint) return keyReused(settings);
  const order = await store.getOrder(scope.tenantId, key.orderId);
  if (order === null) return null;
  return replayed(key.answered === 'existing' ? answer(200, { ...orderView(order) }) : created(order));
}

const sameMoney = (a: Order, b: Order): boolean => a.amountMinor === b.amountMinor && a.currency === b.currency;

const created = (order: Order): Answer =>
  answer(201, { ...orderAsCreated(order) }, { Location: orderPath(order.orderId) });

const orderExists = (order: Order): Answer =>
  refuse('order-exists', 'Amount and currency are fixed when an order is created. Use another orderId.', {
    orderId: order.orderId,
  });
