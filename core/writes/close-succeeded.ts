// Write 4a: close an attempt `Succeeded`, with what its success does to the order, in one transaction.

import { assertNever } from '../assert-never.ts';
import type { AttemptId } from '../ids/attempt-id.ts';
import { type AttemptRef, referenceOf } from '../ids/reference.ts';
import { attemptAddress, orderAddress } from '../records/address.ts';
import type { Attempt, Evidence } from '../records/attempt.ts';
import type { Order } from '../records/order.ts';
import type { Review } from '../records/review.ts';
import type { EpochMs } from '../time/instant.ts';
import { FORGET_CARD, IS_OPEN, LEAVE_DUE, NOT_SUCCEEDED, note, sendsAre } from './attempt-writes.ts';
import { openReview } from './raise-review.ts';
import { absent, type Condition, type DecidingWrite, different, equal, type ItemWrite, remove, set } from './write.ts';

/** How the order stood when it was read; the write holds only if it still stands so. */
export type OrderStanding =
  | { readonly kind: 'waitsForThis' }
  | { readonly kind: 'placed' }
  /** Another attempt is open and has not sent anything: it is superseded. */
  | { readonly kind: 'otherUnsent'; readonly other: AttemptId }
  /** Another attempt is open and has sent: it sends no more, and is asked about until it ends. */
  | { readonly kind: 'otherSent'; readonly other: AttemptId }
  /** `openHere`: the order still names this attempt as the open one (it was held). */
  | { readonly kind: 'paidByOther'; readonly paidBy: AttemptId; readonly openHere: boolean };

export interface Success {
  readonly ref: AttemptRef;
  readonly providerPaymentId: string;
  /** Further charges of the same attempt that came to light with it. */
  readonly more?: readonly string[];
  readonly evidence: Evidence;
  readonly now: EpochMs;
  readonly token: string;
}

/** Positions in the transaction, to tell which condition failed. */
export const CLOSE_ITEMS = { attempt: 0, order: 1 } as const;

export function closeSucceeded(success: Success, standing: OrderStanding): DecidingWrite {
  const late = standing.kind !== 'waitsForThis';
  // Of an attempt that did not pay its order all charges go back: that review is the order's move.
  const others = standing.kind === 'paidByOther' ? null : othersDue(success, success.providerPaymentId);
  return {
    name: 'close-succeeded',
    token: success.token,
    items: [succeed(success, late), ...orderMove(success, standing), ...(others ? [openReview(others)] : [])],
  };
}

function succeed({ ref, providerPaymentId, evidence, now }: Success, late: boolean): ItemWrite {
  return {
    verb: 'update',
    at: attemptAddress(ref),
    changes: [
      set<Attempt>('status', 'Succeeded'),
      set<Attempt>('providerPaymentId', providerPaymentId),
      set<Attempt>('evidence', evidence),
      set<Attempt>('closedAt', now),
      set<Attempt>('late', late),
      FORGET_CARD,
      ...LEAVE_DUE,
      note(now, 'Succeeded', evidence.source),
    ],
    require: [NOT_SUCCEEDED],
  };
}

function orderMove(success: Success, standing: OrderStanding): ItemWrite[] {
  const { ref, now } = success;
  const paid = (require: Condition[], ...more: ReturnType<typeof remove>[]): ItemWrite => ({
    verb: 'update',
    at: orderAddress(ref.tenantId, ref.orderId),
    changes: [set<Order>('status', 'Paid'), set<Order>('paidAttemptId', ref.attemptId), ...more],
    require,
  });
  const stopsWaiting = remove<Order>('openAttemptId');
  const waitsFor = (attempt: AttemptId) => [
    equal<Order>('status', 'PaymentPending'),
    equal<Order>('openAttemptId', attempt),
  ];
  switch (standing.kind) {
    case 'waitsForThis':
      return [paid(waitsFor(ref.attemptId), stopsWaiting)];
    case 'placed':
      return [paid([equal<Order>('status', 'Placed')])];
    case 'otherUnsent':
      return [paid(waitsFor(standing.other), stopsWaiting), supersede({ ...ref, attemptId: standing.other }, now)];
    case 'otherSent':
      return [paid(waitsFor(standing.other)), hold({ ...ref, attemptId: standing.other }, now)];
    case 'paidByOther':
      return [stayPaid(ref, standing), openReview(refundDue(success, standing.paidBy))];
    default:
      return assertNever(standing);
  }
}

/** Nothing was sent for it, and `sends` = 0 fences a claim: proved not charged. */
const supersede = (ref: AttemptRef, now: EpochMs): ItemWrite => ({
  verb: 'update',
  at: attemptAddress(ref),
  changes: [
    set<Attempt>('status', 'Failed'),
    set<Attempt>('evidence', { source: 'otherAttempt', failure: 'superseded' } satisfies Evidence),
    set<Attempt>('closedAt', now),
    FORGET_CARD,
    ...LEAVE_DUE,
    note(now, 'Failed', 'another attempt paid'),
  ],
  require: [IS_OPEN, sendsAre(0)],
});

const hold = (ref: AttemptRef, now: EpochMs): ItemWrite => ({
  verb: 'update',
  at: attemptAddress(ref),
  changes: [set<Attempt>('held', true), note(now, 'held', 'another attempt paid')],
  require: [IS_OPEN],
});

function stayPaid(ref: AttemptRef, { openHere }: { openHere: boolean }): ItemWrite {
  const at = orderAddress(ref.tenantId, ref.orderId);
  const paidByOther = [equal<Order>('status', 'Paid'), different<Order>('paidAttemptId', ref.attemptId)];
  if (!openHere) return { verb: 'check', at, require: [...paidByOther, notOpenHere(ref)] };
  return {
    verb: 'update',
    at,
    changes: [remove<Order>('openAttemptId')],
    require: [...paidByOther, equal<Order>('openAttemptId', ref.attemptId)],
  };
}

const notOpenHere = (ref: AttemptRef): Condition => ({
  is: 'any',
  of: [absent<Order>('openAttemptId'), different<Order>('openAttemptId', ref.attemptId)],
});

/** A second charge is known: of the order by another attempt, or of this attempt itself. */
export const refundDue = ({ ref, providerPaymentId, more = [], now }: Success, paidBy: string): Review => ({
  ...ref,
  kind: 'refund-due' as const,
  status: 'Open' as const,
  reference: referenceOf(ref),
  evidence: { providerPaymentId, paidBy, ...(more.length > 0 && { more: more.join(' ') }) },
  raisedAt: now,
});

/** All that came to light but the charge that stands, in whatever place it is listed; null: there is no other. */
export function othersDue(success: Success, stands: string | undefined): Review | null {
  const all = [success.providerPaymentId, ...(success.more ?? [])];
  const [first, ...more] = all.filter((id) => id !== stands);
  return first === undefined ? null : refundDue({ ...success, providerPaymentId: first, more }, success.ref.attemptId);
}
