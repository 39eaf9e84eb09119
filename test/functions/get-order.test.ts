// An order with its attempts, shown to its own tenant, with nothing secret.

import { expect, test } from 'vitest';
import { OTHER_TENANT, problem, worlds } from './world.ts';

const world = worlds();

test('an order shows how its payment stands, and every attempt, oldest first', async () => {
  const w = await world();
  await w.createOrder();
  await w.checkout({ card: 'tok_declined' });
  const declined = w.runOf().ref.attemptId;
  await w.chargeOnce();
  w.clock.pass(60);
  await w.checkout({ key: 'key-2' });
  const paid = w.runOf().ref.attemptId;
  w.clock.pass(1);
  await w.chargeOnce();
  expect(await w.getOrder()).toEqual({
    status: 200,
    headers: {},
    body: {
      orderId: '1001',
      status: 'Paid',
      amount: '548.90',
      currency: 'TRY',
      createdAt: '2026-01-05T12:00:00.000Z',
      attempts: [
        {
          attemptId: declined,
          status: 'Declined',
          createdAt: '2026-01-05T12:00:00.000Z',
          closedAt: '2026-01-05T12:00:00.000Z',
          declineReason: 'insufficient_funds',
          late: false,
        },
        {
          attemptId: paid,
          status: 'Succeeded',
          createdAt: '2026-01-05T12:01:00.000Z',
          closedAt: '2026-01-05T12:01:01.000Z',
          providerPaymentId: expect.stringMatching(/^ch_\d{6}$/),
          late: false,
        },
      ],
    },
  });
});

test('an order that was never checked out has no attempts', async () => {
  const w = await world();
  await w.createOrder();
  expect(await w.getOrder()).toMatchObject({ status: 200, body: { status: 'Placed', attempts: [] } });
});

test('while a payment is open nothing of the card or of our keys is shown', async () => {
  const w = await world();
  await w.createOrder();
  await w.checkout();
  const attempt = await w.attempt();
  const shown = JSON.stringify(await w.getOrder());
  for (const secret of [attempt.sealKey, attempt.providerKey, attempt.cardTokenHash, 'tok_visa', 'key-1'])
    expect(shown).not.toContain(secret);
});

test.each<[string, Parameters<Awaited<ReturnType<typeof world>>['getOrder']>, ReturnType<typeof problem>]>([
  ['nobody signed it', ['1001', null], problem(401, 'unauthenticated')],
  ['it is another tenant’s', ['1001', OTHER_TENANT], problem(404, 'order-not-found')],
  ['there is none', ['1002'], problem(404, 'order-not-found')],
  ['there can be none', ['#1001'], problem(404, 'order-not-found')],
])('it is not shown: %s', async (_why, asked, answer) => {
  const w = await world();
  await w.createOrder();
  expect(await w.getOrder(...asked)).toMatchObject(answer);
});
