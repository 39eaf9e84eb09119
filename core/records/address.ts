// Where each item lives. Composite parts are encoded so that no choice of parts collides.

import type { OrderId } from '../ids/order-id.ts';
import type { AttemptRef } from '../ids/reference.ts';
import type { TenantId } from '../ids/tenant-id.ts';
import type { ReviewKind } from './review.ts';

export type Address =
  | { readonly table: 'payments'; readonly pk: string; readonly sk: string }
  | { readonly table: 'idempotency'; readonly pk: string };

/** "#" and "%" never survive in a part, so the separators are unambiguous. */
const part = (text: string): string => encodeURIComponent(text);

export const orderPartition = (tenant: TenantId, order: OrderId): string => `ORDER#${part(tenant)}#${part(order)}`;

export const ATTEMPT_PREFIX = 'ATTEMPT#';

export const orderAddress = (tenant: TenantId, order: OrderId): Address => ({
  table: 'payments',
  pk: orderPartition(tenant, order),
  sk: 'ORDER',
});

export const attemptAddress = ({ tenantId, orderId, attemptId }: AttemptRef): Address => ({
  table: 'payments',
  pk: orderPartition(tenantId, orderId),
  sk: `${ATTEMPT_PREFIX}${attemptId}`,
});

export const reviewAddress = ({ tenantId, attemptId }: AttemptRef, kind: ReviewKind): Address => ({
  table: 'payments',
  pk: `REVIEW#${part(tenantId)}`,
  sk: `${attemptId}#${kind}`,
});

export interface ClientKeyScope {
  readonly tenantId: TenantId;
  readonly method: string;
  /** The route as the gateway names it, e.g. `/orders/{orderId}/checkout`. */
  readonly route: string;
  /** Values of the route's parameters, in order. */
  readonly ids: readonly string[];
  /** The caller's `Idempotency-Key`. */
  readonly key: string;
}

export const clientKeyAddress = ({ tenantId, method, route, ids, key }: ClientKeyScope): Address => ({
  table: 'idempotency',
  pk: `KEY#${part(tenantId)}#${part(method)} ${part(route)}#${ids.map((id) => `/${part(id)}`).join('')}#${part(key)}`,
});

/** Reads the address of an attempt back, as the due index names it. null: no attempt's address. */
export function attemptRefOf(pk: string, sk: string): { tenant: string; order: string; attempt: string } | null {
  const [kind, tenant, order, ...rest] = pk.split('#');
  if (kind !== 'ORDER' || !tenant || !order || rest.length > 0 || !sk.startsWith(ATTEMPT_PREFIX)) return null;
  // Ids hold no character that encoding changes: nothing is decoded, so nothing can throw.
  return { tenant, order, attempt: sk.slice(ATTEMPT_PREFIX.length) };
}

/** `provider`: name of the provider adapter. */
export const healthAddress = (provider: string): Address => ({ table: 'idempotency', pk: `HEALTH#${part(provider)}` });
