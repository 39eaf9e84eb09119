// What a caller of checkout wants, as it is compared and stored.

import { type Answer, refuse } from '#core/api/answer.ts';
import { type CheckoutRequest, parseCheckout } from '#core/api/checkout-request.ts';
import { fingerprintOf } from '#core/api/fingerprint.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { type Preference, readPreference } from '#core/api/prefer.ts';
import { readWrite } from '#core/api/write-request.ts';
import { type CardToken, type CardTokenHash, cardTokenHash } from '#core/cards/card-token.ts';
import { isOrderId, type OrderId } from '#core/ids/order-id.ts';
import type { TenantId } from '#core/ids/tenant-id.ts';
import type { ClientKeyScope } from '#core/records/address.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type EpochMs, plusSeconds } from '#core/time/instant.ts';

export interface CheckoutIntent {
  readonly tenantId: TenantId;
  readonly orderId: OrderId;
  readonly scope: ClientKeyScope;
  readonly fingerprint: string;
  readonly cardToken: CardToken;
  readonly cardTokenHash: CardTokenHash;
  readonly preference: Preference;
  /** When the caller is answered at the latest, counted from the request's arrival. */
  readonly waitUntil: EpochMs;
}

export type ReadIntent =
  | { readonly kind: 'valid'; readonly intent: CheckoutIntent }
  | { readonly kind: 'refused'; readonly answer: Answer };

const ROUTE = '/orders/{orderId}/checkout';

export const orderNotFound = (): Answer => refuse('order-not-found', 'Create it with POST /orders.');

export function readIntent(
  request: HttpRequest,
  settings: Pick<Settings, 'syncWaitSeconds'>,
  arrivedAt: EpochMs,
): ReadIntent {
  const read = readWrite<CheckoutRequest>(request, parseCheckout);
  if (read.kind === 'refused') return read;
  const id = request.pathParameters.orderId;
  if (!isOrderId(id)) return { kind: 'refused', answer: orderNotFound() };
  const { cardToken } = read.body;
  const preference = readPreference(request.headers.prefer, settings.syncWaitSeconds);
  const route = { method: 'POST', route: ROUTE, ids: [id] };
  return {
    kind: 'valid',
    intent: {
      tenantId: read.tenant,
      orderId: id,
      scope: { tenantId: read.tenant, ...route, key: read.key },
      fingerprint: fingerprintOf({ ...route, body: { cardToken } }),
      cardToken,
      cardTokenHash: cardTokenHash(cardToken),
      preference,
      waitUntil: plusSeconds(arrivedAt, preference.waitSeconds),
    },
  };
}
