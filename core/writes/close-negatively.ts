// Write 4b: close an attempt `Declined`, `Failed` or `Abandoned`, only if no send was claimed since `sends` was read.

import { assertNever } from '../assert-never.ts';
import type { AttemptRef } from '../ids/reference.ts';
import { attemptAddress, orderAddress } from '../records/address.ts';
import type { Attempt, Evidence, NegativeStatus } from '../records/attempt.ts';
import type { Order } from '../records/order.ts';
import type { EpochMs, EpochSeconds } from '../time/instant.ts';
import { FORGET_CARD, IS_OPEN, LEAVE_DUE, note, sendsAre } from './attempt-writes.ts';
import { type Change, type DecidingWrite, equal, type ItemWrite, remove, set } from './write.ts';

/** How the order stood when it was read; the write holds only if it still stands so. */
export type OrderBehind = 'waitsForThis' | 'paidByOther' | 'elsewhere';

export interface NegativeClose {
  readonly ref: AttemptRef;
  readonly status: NegativeStatus;
  /** From the closer's own claim, or from a consistent read made before its lookup. */
  readonly sends: number;
  readonly evidence: Evidence;
  readonly declineReason?: string;
  /** When an abandoned attempt is looked up again; null: nothing was ever sent, or the key is forgotten. */
  readonly nextLook?: EpochSeconds | null;
  readonly now: EpochMs;
  readonly token: string;
}

export function closeNegatively(close: NegativeClose, order: OrderBehind): DecidingWrite {
  return { name: 'close-negatively', token: close.token, items: [end(close), ...orderMove(close.ref, order)] };
}

function end({ ref, status, sends, evidence, declineReason, nextLook, now }: NegativeClose): ItemWrite {
  const watch: readonly Change[] = nextLook
    ? [set<Attempt>('nextCheckAt', nextLook), set<Attempt>('checks', 0)]
    : LEAVE_DUE;
  return {
    verb: 'update',
    at: attemptAddress(ref),
    changes: [
      set<Attempt>('status', status),
      set<Attempt>('evidence', evidence),
      ...(declineReason === undefined ? [] : [set<Attempt>('declineReason', declineReason)]),
      set<Attempt>('closedAt', now),
      FORGET_CARD,
      ...watch,
      note(now, status, evidence.failure ?? declineReason ?? evidence.source),
    ],
    require: [IS_OPEN, sendsAre(sends)],
  };
}

function orderMove(ref: AttemptRef, order: OrderBehind): ItemWrite[] {
  const at = orderAddress(ref.tenantId, ref.orderId);
  const opensThis = equal<Order>('openAttemptId', ref.attemptId);
  const stopsWaiting = remove<Order>('openAttemptId');
  switch (order) {
    case 'waitsForThis':
      return [
        {
          verb: 'update',
          at,
          changes: [set<Order>('status', 'Placed'), stopsWaiting],
          require: [equal<Order>('status', 'PaymentPending'), opensThis],
        },
      ];
    case 'paidByOther':
      return [{ verb: 'update', at, changes: [stopsWaiting], require: [equal<Order>('status', 'Paid'), opensThis] }];
    case 'elsewhere':
      return [];
    default:
      return assertNever(order);
  }
}
