// How an order is shown to its owner: the examples of design section 6.

import { expect, it } from 'vitest';
import { currency } from '#core/money/currency.ts';
import { attemptView, orderAsCreated, orderView } from '#core/orders/order-view.ts';
import { A, at, attempt, ended, minor, NOW, paidBy, placed } from '../examples.ts';

it('an order', () => {
  expect(orderView({ ...placed(), createdAt: NOW })).toEqual({
    orderId: '1001',
    status: 'Placed',
    amount: '548.90',
    currency: 'TRY',
    createdAt: '2026-01-05T12:00:00.000Z',
  });
});

it('an amount is shown with all its digits', () => {
  const money = (text: string, code: string) => ({
    amountMinor: minor(text, currency(code)),
    currency: currency(code),
  });
  expect(orderView({ ...placed(), ...money('1.1', 'USD') }).amount).toBe('1.10');
  expect(orderView({ ...placed(), ...money('500', 'JPY') }).amount).toBe('500');
  expect(orderView({ ...placed(), ...money('2', 'KWD') }).amount).toBe('2.000');
});

it('the caller’s own draft id is passed through', () => {
  expect(orderView({ ...placed(), draftOrderId: 'd-7' })).toMatchObject({ draftOrderId: 'd-7' });
});

it('a replay of its creation shows the order as created, whatever became of it', () => {
  expect(orderAsCreated(paidBy(A))).toEqual(orderView(placed()));
  expect(orderAsCreated(paidBy(A)).status).toBe('Placed');
});

it('a successful attempt', () => {
  const paid = ended('Succeeded', { providerPaymentId: 'ch_000001', late: false, createdAt: NOW, closedAt: at(2) });
  expect(attemptView(paid)).toEqual({
    attemptId: A,
    status: 'Succeeded',
    createdAt: '2026-01-05T12:00:00.000Z',
    closedAt: '2026-01-05T12:00:02.000Z',
    providerPaymentId: 'ch_000001',
    late: false,
  });
});

it('a late one is marked', () => expect(attemptView(ended('Succeeded', { late: true })).late).toBe(true));

it('a declined one gives the provider’s reason', () => {
  expect(attemptView(ended('Declined', { declineReason: 'insufficient_funds' }))).toMatchObject({
    status: 'Declined',
    declineReason: 'insufficient_funds',
    late: false,
  });
});

it('an open one shows neither key nor card (I6)', () => {
  const open = attempt();
  const shown = JSON.stringify(attemptView(open));
  for (const secret of [open.providerKey, open.cardTokenHash, open.sealKey, open.bodyHash])
    expect(shown).not.toContain(secret);
  expect(attemptView(open)).toEqual({
    attemptId: A,
    status: 'Open',
    createdAt: '2026-01-05T12:00:00.000Z',
    late: false,
  });
});
