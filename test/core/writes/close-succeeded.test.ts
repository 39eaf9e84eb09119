// Write 4, success (design section 3, "What a close does to the order"): once, whatever became of the order meanwhile.

import { describe, expect, it, test } from 'vitest';
import { reviewAddress } from '#core/records/address.ts';
import type { Attempt, Evidence } from '#core/records/attempt.ts';
import type { Order } from '#core/records/order.ts';
import { CLOSE_ITEMS, closeSucceeded, type OrderStanding, type Success } from '#core/writes/close-succeeded.ts';
import { A, at, attempt, B, C, ended, paidBy, placed, refOf, sent, waitingFor } from '../examples.ts';
import type { Tables } from './interpreter.ts';
import { attemptIn, expectRefused, expectWritten, orderIn, world } from './world.ts';

const evidence: Evidence = { source: 'reply', httpStatus: 201 };
const success: Success = { ref: refOf(A), providerPaymentId: 'ch_000001', evidence, now: at(9), token: 'close' };
const close = (standing: OrderStanding, more: Partial<typeof success> = {}) =>
  closeSucceeded({ ...success, ...more }, standing);

function succeeded(before: Attempt, late: boolean): Partial<Attempt> {
  const { sealKey, dueShard, nextCheckAt, ...kept } = before;
  const timeline = [...before.timeline, { at: at(9), what: 'Succeeded', detail: 'reply' }];
  return { ...kept, status: 'Succeeded', providerPaymentId: 'ch_000001', evidence, closedAt: at(9), late, timeline };
}
const refundDue = (tables: Tables) => tables.get(reviewAddress(refOf(A), 'refund-due'));

const openB = attempt({ attemptId: B });
const sentB = sent(1, [1], { attemptId: B });
const abandoned = ended('Abandoned', { doubtful: new Set([1]), dueShard: '3' });

const WAITS: OrderStanding = { kind: 'waitsForThis' };
const PLACED: OrderStanding = { kind: 'placed' };
const UNSENT: OrderStanding = { kind: 'otherUnsent', other: B };
const SENT: OrderStanding = { kind: 'otherSent', other: B };
const PAID: OrderStanding = { kind: 'paidByOther', paidBy: B, openHere: false };
const PAID_HELD: OrderStanding = { kind: 'paidByOther', paidBy: B, openHere: true };

type World = Parameters<typeof world>[0];
const onTime: World = { order: waitingFor(A), attempts: [sent(1, [1])] };
const beside = (order: Order, ...others: Attempt[]): World => ({ order, attempts: [abandoned, ...others] });

describe('what it writes', () => {
  it('on time: the order is paid, the card forgotten, and nobody looks again', () => {
    const tables = expectWritten(world(onTime), close(WAITS));
    expect(attemptIn(tables, A)).toEqual(succeeded(sent(1, [1]), false));
    expect(orderIn(tables)).toEqual(paidBy(A));
    expect(refundDue(tables)).toBeNull();
  });

  it('late, the order placed: paid, and marked late', () => {
    const tables = expectWritten(world(beside(placed())), close(PLACED));
    expect(attemptIn(tables, A)).toEqual(succeeded(abandoned, true));
    expect(orderIn(tables)).toEqual(paidBy(A));
    expect(refundDue(tables)).toBeNull();
  });

  it('late, beside an open attempt that has sent nothing: that one is superseded', () => {
    const tables = expectWritten(world(beside(waitingFor(B), openB)), close(UNSENT));
    expect(attemptIn(tables, A)).toEqual(succeeded(abandoned, true));
    expect(orderIn(tables)).toEqual(paidBy(A));
    const { sealKey, dueShard, nextCheckAt, ...kept } = openB;
    expect(attemptIn(tables, B)).toEqual({
      ...kept,
      status: 'Failed',
      evidence: { source: 'otherAttempt', failure: 'superseded' },
      closedAt: at(9),
      timeline: [...kept.timeline, { at: at(9), what: 'Failed', detail: 'another attempt paid' }],
    });
    expect(refundDue(tables)).toBeNull();
  });

  it('late, beside an open attempt that has sent: paid at once, and that one is held and stays open', () => {
    const tables = expectWritten(world(beside(waitingFor(B), sentB)), close(SENT));
    expect(attemptIn(tables, A)).toEqual(succeeded(abandoned, true));
    expect(orderIn(tables)).toEqual(paidBy(A, B));
    expect(attemptIn(tables, B)).toEqual({
      ...sentB,
      held: true,
      timeline: [...sentB.timeline, { at: at(9), what: 'held', detail: 'another attempt paid' }],
    });
    expect(refundDue(tables)).toBeNull();
  });

  it('late, the order paid by another: it stays so, and a refund is due', () => {
    const tables = expectWritten(world(beside(paidBy(B))), close(PAID));
    expect(attemptIn(tables, A)).toEqual(succeeded(abandoned, true));
    expect(orderIn(tables)).toEqual(paidBy(B));
    expect(refundDue(tables)).toMatchObject({
      kind: 'refund-due',
      status: 'Open',
      ...refOf(A),
      reference: attempt().reference,
      evidence: { providerPaymentId: 'ch_000001', paidBy: B },
      raisedAt: at(9),
    });
  });

  it('charged more than once: the evidence names all of them', () => {
    const tables = expectWritten(world(beside(paidBy(B))), close(PAID, { more: ['ch_000002', 'ch_000003'] }));
    expect(refundDue(tables)?.evidence).toEqual({
      providerPaymentId: 'ch_000001',
      paidBy: B,
      more: 'ch_000002 ch_000003',
    });
  });

  it.each<[OrderStanding, World]>([
    [WAITS, onTime],
    [PLACED, beside(placed())],
    [SENT, beside(waitingFor(B), sentB)],
  ])('%o, charged more than once: what is due back is told in the same write', (standing, before) => {
    const tables = expectWritten(world(before), close(standing, { more: ['ch_000002', 'ch_000003'] }));
    expect(refundDue(tables)?.evidence).toEqual({ providerPaymentId: 'ch_000002', paidBy: A, more: 'ch_000003' });
  });

  it('charged once: the evidence names that one alone', () => {
    const tables = expectWritten(world(beside(paidBy(B))), close(PAID));
    expect(refundDue(tables)?.evidence).toStrictEqual({ providerPaymentId: 'ch_000001', paidBy: B });
  });

  it('held, and succeeded after all: the order stops waiting for it, and a refund is due', () => {
    const held = sent(1, [1], { held: true });
    const tables = expectWritten(world({ order: paidBy(B, A), attempts: [held] }), close(PAID_HELD));
    expect(attemptIn(tables, A)).toMatchObject({ status: 'Succeeded', late: true });
    expect(orderIn(tables)).toEqual(paidBy(B));
    expect(refundDue(tables)).toMatchObject({ status: 'Open', evidence: { paidBy: B } });
  });

  it('beside another that is held for a third, the order stays the third’s', () => {
    const tables = expectWritten(world(beside(paidBy(C, B), { ...sentB, held: true })), close({ ...PAID, paidBy: C }));
    expect(orderIn(tables)).toEqual(paidBy(C, B));
    expect(refundDue(tables)).toMatchObject({ evidence: { paidBy: C } });
  });

  test.each(['Declined', 'Failed', 'Abandoned'] as const)('evidence of a charge outweighs %s', (status) => {
    const tables = expectWritten(world({ order: placed(), attempts: [ended(status)] }), close(PLACED));
    expect(attemptIn(tables, A)).toMatchObject({ status: 'Succeeded', late: true });
  });
});

describe('is refused by one condition alone', () => {
  const { attempt: first, order: second } = CLOSE_ITEMS;
  const third = 2;
  const ALL: [OrderStanding, World][] = [
    [WAITS, onTime],
    [PLACED, beside(placed())],
    [UNSENT, beside(waitingFor(B), openB)],
    [SENT, beside(waitingFor(B), sentB)],
    [PAID, beside(paidBy(B))],
    [PAID_HELD, { order: paidBy(B, A), attempts: [sent(1, [1], { held: true })] }],
  ];

  test.each(ALL)('%o: it has succeeded already (once, and I3)', (standing, before) => {
    const others = (before.attempts ?? []).slice(1);
    expectRefused(world({ ...before, attempts: [ended('Succeeded'), ...others] }), close(standing), first);
    expectRefused(world({ ...before, attempts: others }), close(standing), first);
  });

  test.each<[string, OrderStanding, World]>([
    ['waiting, and is placed', WAITS, { ...onTime, order: { ...waitingFor(A), status: 'Placed' } }],
    ['waiting, and is paid', WAITS, { ...onTime, order: { ...waitingFor(A), status: 'Paid' } }],
    ['waiting, and waits for another', WAITS, { ...onTime, order: waitingFor(B) }],
    ['placed, and is pending', PLACED, beside(waitingFor(B))],
    ['placed, and is paid', PLACED, beside(paidBy(B))],
    ['waiting for B unsent, and is paid', UNSENT, beside({ ...waitingFor(B), status: 'Paid' }, openB)],
    ['waiting for B unsent, and waits for C', UNSENT, beside(waitingFor(C), openB)],
    ['waiting for B, and is paid', SENT, beside({ ...waitingFor(B), status: 'Paid' }, sentB)],
    ['waiting for B, and waits for C', SENT, beside(waitingFor(C), sentB)],
    ['paid, and is placed', PAID, beside({ ...paidBy(B), status: 'Placed' })],
    ['paid by another, and is paid by this', PAID, beside(paidBy(A))],
    ['paid, and waits for this', PAID, beside(paidBy(B, A))],
    ['paid and waiting for this, and is pending', PAID_HELD, beside({ ...paidBy(B, A), status: 'PaymentPending' })],
    ['paid and waiting for this, and is paid by this', PAID_HELD, beside(paidBy(A, A))],
    ['paid and waiting for this, and does not', PAID_HELD, beside(paidBy(B))],
    ['waiting for this, and is not there', WAITS, { attempts: [sent(1, [1])] }],
  ])('the order was read as %s', (_name, standing, before) => {
    expectRefused(world(before), close(standing), second);
  });

  test('B was unsent, and has sent', () => {
    expectRefused(world(beside(waitingFor(B), sentB)), close(UNSENT), third);
  });

  test.each([UNSENT, SENT])('%o: B has ended', (standing) => {
    const endedB = { ...(standing === UNSENT ? openB : sentB), status: 'Declined' as const };
    expectRefused(world(beside(waitingFor(B), endedB)), close(standing), third);
    expectRefused(world(beside(waitingFor(B))), close(standing), third);
  });
});

it('a refund that was decided is not opened again, and does not stand in the way', () => {
  const decided = { status: 'Decided', decision: 'refunded', evidence: { providerPaymentId: 'ch_9' } };
  const tables = world(beside(paidBy(B))).put(reviewAddress(refOf(A), 'refund-due'), decided);
  expectWritten(tables, close(PAID));
  expect(refundDue(tables)).toMatchObject(decided);
});

it('a standing that it does not know is a bug', () => {
  expect(() => close({ kind: 'lost' } as never)).toThrow('closed union');
});
