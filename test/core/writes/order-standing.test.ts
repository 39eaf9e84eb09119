// How an order stands towards an attempt, told from one read (design section 3, "What a close does to the order").

import { describe, expect, test } from 'vitest';
import type { Order } from '#core/records/order.ts';
import type { OrderStanding } from '#core/writes/close-succeeded.ts';
import { orderBehind, orderStanding } from '#core/writes/order-standing.ts';
import { A, attempt, B, C, paidBy, placed, sent, waitingFor } from '../examples.ts';

const openB = attempt({ attemptId: B });
const sentB = sent(1, [], { attemptId: B });

describe('for a success of A', () => {
  test.each<[string, Order, Parameters<typeof orderStanding>[2], OrderStanding | null]>([
    ['waits for it', waitingFor(A), null, { kind: 'waitsForThis' }],
    ['placed: A is late', placed(), null, { kind: 'placed' }],
    ['waits for B, which has not sent', waitingFor(B), openB, { kind: 'otherUnsent', other: B }],
    ['waits for B, which has sent, if only in vain', waitingFor(B), sentB, { kind: 'otherSent', other: B }],
    ['paid by B', paidBy(B), null, { kind: 'paidByOther', paidBy: B, openHere: false }],
    ['paid by B, A held', paidBy(B, A), null, { kind: 'paidByOther', paidBy: B, openHere: true }],
    ['paid by B, C held', paidBy(B, C), null, { kind: 'paidByOther', paidBy: B, openHere: false }],
    ['waits for B, which was not there: read again', waitingFor(B), null, null],
    ['waits for C, and B was read: read again', waitingFor(C), openB, null],
    ['paid by A itself: A was read before that', paidBy(A), null, null],
    ['paid, by nobody', { ...placed(), status: 'Paid' }, null, null],
  ])('%s', (_name, order, open, standing) => expect(orderStanding(order, A, open)).toEqual(standing));
});

describe('for a negative close of A', () => {
  test.each<[string, Order, ReturnType<typeof orderBehind>]>([
    ['waits for it', waitingFor(A), 'waitsForThis'],
    ['paid, A held', paidBy(B, A), 'paidByOther'],
    ['waits for B', waitingFor(B), 'elsewhere'],
    ['placed', placed(), 'elsewhere'],
    ['paid', paidBy(B), 'elsewhere'],
  ])('%s', (_name, order, behind) => expect(orderBehind(order, A)).toBe(behind));
});
