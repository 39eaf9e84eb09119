// Write: a new order, together with the client key that made it.

import { type Address, type ClientKeyScope, clientKeyAddress, orderAddress } from '../records/address.ts';
import type { ClientKey } from '../records/client-key.ts';
import type { Order } from '../records/order.ts';
import { type EpochMs, toSeconds } from '../time/instant.ts';
import { all, any, atMost, type Condition, type DecidingWrite, equal, type ItemWrite, NO_ITEM } from './write.ts';

export interface KeyWrite {
  readonly scope: ClientKeyScope;
  readonly record: ClientKey;
  readonly now: EpochMs;
}

/** The key is free: never used, or expired (by the clock; TTL deletion is lazy). */
const unused = (now: EpochMs): Condition => any(NO_ITEM, atMost<ClientKey>('expiresAt', toSeconds(now)));

/** The key still leads to the ended attempt that was seen, for the same request. */
const pointsAt = (seen: string, fingerprint: string): Condition =>
  all(equal<ClientKey>('fingerprint', fingerprint), equal<ClientKey>('attemptId', seen));

/** Puts the client key if it is free, or still leads to `seen`, a `Failed` or `Abandoned` attempt. */
export function putKey({ scope, record, now }: KeyWrite, seen: string | null = null): ItemWrite {
  const free = seen === null ? unused(now) : any(unused(now), pointsAt(seen, record.fingerprint));
  return { verb: 'put', at: clientKeyAddress(scope), item: { ...record }, require: [free] };
}

export function createOrder(order: Order, key: KeyWrite, token: string): DecidingWrite {
  const at: Address = orderAddress(key.scope.tenantId, order.orderId);
  return {
    name: 'create-order',
    token,
    items: [{ verb: 'put', at, item: { ...order }, require: [NO_ITEM] }, putKey(key)],
  };
}

/** Records that a key was answered with an order that was there already. */
export const rememberExistingOrder = (key: KeyWrite, token: string): DecidingWrite => ({
  name: 'remember-existing-order',
  token,
  items: [putKey(key)],
});
