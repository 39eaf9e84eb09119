// Writes 1: accept a checkout (order, attempt and client key in one, before anything is sent), or join an open attempt.

import { type Address, attemptAddress, orderAddress } from '../records/address.ts';
import type { Attempt } from '../records/attempt.ts';
import type { Order } from '../records/order.ts';
import { IS_OPEN } from './attempt-writes.ts';
import { type KeyWrite, putKey } from './create-order.ts';
import { absent, type Condition, type DecidingWrite, equal, NO_ITEM, set } from './write.ts';

export const ORDER_IS_PLACED: Condition = equal<Order>('status', 'Placed');
export const ORDER_WAITS_FOR_NONE: Condition = absent<Order>('openAttemptId');

export interface Acceptance {
  readonly attempt: Attempt;
  readonly key: KeyWrite;
  /** The ended attempt that the key was seen to lead to. */
  readonly seen: string | null;
  readonly token: string;
}

export function accept({ attempt, key, seen, token }: Acceptance): DecidingWrite {
  const { tenantId } = key.scope;
  const order: Address = orderAddress(tenantId, attempt.orderId);
  return {
    name: 'accept',
    token,
    items: [
      {
        verb: 'update',
        at: order,
        changes: [set<Order>('status', 'PaymentPending'), set<Order>('openAttemptId', attempt.attemptId)],
        require: [ORDER_IS_PLACED, ORDER_WAITS_FOR_NONE],
      },
      { verb: 'put', at: attemptAddress({ ...attempt, tenantId }), item: { ...attempt }, require: [NO_ITEM] },
      putKey(key, seen),
    ],
  };
}

export interface Joining {
  readonly openAttempt: Attempt;
  readonly key: KeyWrite;
  readonly seen: string | null;
  readonly token: string;
}

/** Another client key, the same card: the key leads to the attempt that is open. */
export function join({ openAttempt, key, seen, token }: Joining): DecidingWrite {
  const at = attemptAddress({ ...openAttempt, tenantId: key.scope.tenantId });
  return { name: 'join', token, items: [putKey(key, seen), { verb: 'check', at, require: [IS_OPEN] }] };
}
