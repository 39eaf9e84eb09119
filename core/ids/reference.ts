// Our name for an attempt at the provider (`merchant_reference`); it alone leads back to the attempt's item.

import type { Brand } from '../brand.ts';
import { type AttemptId, attemptId } from './attempt-id.ts';
import { type OrderId, orderId } from './order-id.ts';
import { TENANT_ID_LENGTH, type TenantId, tenantId } from './tenant-id.ts';

/** `<tenantId>-<orderId>-<attemptId>`, 80 characters at most. */
export type Reference = Brand<string, 'Reference'>;

/** Names one attempt in our tables. */
export interface AttemptRef {
  readonly tenantId: TenantId;
  readonly orderId: OrderId;
  readonly attemptId: AttemptId;
}

const ATTEMPT_ID_LENGTH = 32;

export const referenceOf = ({ tenantId, orderId, attemptId }: AttemptRef): Reference =>
  `${tenantId}-${orderId}-${attemptId}` as Reference;

/** The outer parts have fixed lengths, so an order id may hold dashes. null: not one of our references. */
export function parseReference(text: string): AttemptRef | null {
  const orderEnd = text.length - ATTEMPT_ID_LENGTH - 1;
  if (text[TENANT_ID_LENGTH] !== '-' || text[orderEnd] !== '-') return null;
  try {
    return {
      tenantId: tenantId(text.slice(0, TENANT_ID_LENGTH)),
      orderId: orderId(text.slice(TENANT_ID_LENGTH + 1, orderEnd)),
      attemptId: attemptId(text.slice(orderEnd + 1)),
    };
  } catch {
    return null;
  }
}
