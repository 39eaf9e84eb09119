// What the payment step needs from its tables: consistent reads, and deciding writes that answer.

import type { OrderId } from '../ids/order-id.ts';
import type { AttemptRef } from '../ids/reference.ts';
import type { TenantId } from '../ids/tenant-id.ts';
import type { ClientKeyScope } from '../records/address.ts';
import type { Attempt } from '../records/attempt.ts';
import type { ClientKey } from '../records/client-key.ts';
import type { Order } from '../records/order.ts';
import type { DecidingWrite } from '../writes/write.ts';

/** What a failed condition showed of an item: `current` is null if there is no such item. */
export interface FailedItem {
  readonly index: number;
  readonly current: Readonly<Record<string, unknown>> | null;
}

export type WriteAnswer =
  /** `after`: the item as the write left it; a single update only. */
  | { readonly written: true; readonly after: Readonly<Record<string, unknown>> | null }
  | { readonly written: false; readonly failed: readonly FailedItem[] };

/** Every read is strongly consistent; null: there is no such item. */
export interface PaymentStore {
  getOrder(tenant: TenantId, order: OrderId): Promise<Order | null>;
  getAttempt(ref: AttemptRef): Promise<Attempt | null>;
  /** The order with all its attempts, oldest first. */
  getOrderWithAttempts(
    tenant: TenantId,
    order: OrderId,
  ): Promise<{ order: Order; attempts: readonly Attempt[] } | null>;
  getClientKey(scope: ClientKeyScope): Promise<ClientKey | null>;
  /** A failed condition is an answer. @throws StoreUnavailable when the table did not answer within our retries. */
  write(write: DecidingWrite): Promise<WriteAnswer>;
}
