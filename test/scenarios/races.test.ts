// Many callers at once: one attempt, one charge, one order, and the truth for everybody who did not come first.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../harness/http-call.ts';
import { startWorld, type World } from '../harness/world.ts';

const MANY = 50;

let world: World;
beforeAll(async () => {
  world = await startWorld({ warm: 8 });
});
afterAll(() => world.close());

const atOnce = <T>(make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: MANY }, (_, i) => make(i)));
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();

async function expectOneCharge(story: Awaited<ReturnType<World['placed']>>) {
  const { status, attempts } = await story.order();
  expect(status).toBe('Paid');
  expect(attempts).toHaveLength(1);
  expect(await story.charges()).toHaveLength(1);
  const sends = await story.sends();
  expect(new Set(sends.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(await story.reviews()).toEqual([]);
  return attempts[0]?.attemptId;
}

test(`${MANY} checkouts with one key are one payment, and every caller is told so`, async () => {
  const story = await world.placed();
  const answers = await atOnce(() => story.checkout({ key: 'k1' }));
  expect(statuses(answers)).toEqual([200]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  await expectOneCharge(story);
});

test(`${MANY} checkouts with a key each and one card are one payment`, async () => {
  const story = await world.placed();
  await story.provider({ mode: 'slow', delaySeconds: 1 });
  const answers = await atOnce((i) => story.checkout({ key: `k${i}` }));
  expect(statuses(answers)).toEqual([200]);
  const attemptId = await expectOneCharge(story);
  expect(new Set(answers.map(({ body }) => body.attemptId))).toEqual(new Set([attemptId]));
  const again = await atOnce((i) => story.checkout({ key: `k${i}` }));
  expect(new Set(again.map(({ text }) => text))).toEqual(new Set(answers.map(({ text }) => text)));
});

test(`${MANY} checkouts with two cards charge one of them; the other card's callers learn whose payment is open`, async () => {
  const story = await world.placed();
  await story.provider({ mode: 'slow', delaySeconds: 1 });
  const answers = await atOnce((i) => story.checkout({ key: `k${i}`, card: i % 2 === 0 ? 'tok_even' : 'tok_odd' }));
  const attemptId = await expectOneCharge(story);
  for (const { status, body } of answers) {
    expect([200, 409]).toContain(status);
    expect(body.attemptId).toBe(attemptId);
    if (status === 409) expect(body.type).toBe('urn:paid-once:other-payment-open');
  }
  // The winning card's callers all wait for its end.
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(MANY / 2);
});

test(`${MANY} declined checkouts with one key decline one attempt`, async () => {
  const story = await world.placed();
  const answers = await atOnce(() => story.checkout({ key: 'k1', card: 'tok_declined' }));
  expect(statuses(answers)).toEqual([402]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await story.order()).attempts).toHaveLength(1);
  expect(await story.sends()).toHaveLength(1);
});

test(`${MANY} POST /orders with one key make one order`, async () => {
  const key = randomUUID();
  const before = (await world.tables.scan()).filter(({ sk }) => sk === 'ORDER').length;
  const answers = await atOnce(() => world.api.createOrder({ amount: '5.00', currency: 'TRY' }, key));
  expect(statuses(answers)).toEqual([201]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(new Set(answers.map(({ headers }) => headers.get('Location')))).toEqual(
    new Set([`/orders/${answers[0]?.body.orderId}`]),
  );
  expect((await world.tables.scan()).filter(({ sk }) => sk === 'ORDER').length).toBe(before + 1);
});

test(`${MANY} POST /orders with a key each and one order id: one creates it, the others find it`, async () => {
  const orderId = `order-${randomUUID().slice(0, 8)}`;
  const answers = await atOnce(() => world.api.createOrder({ orderId, amount: '5.00', currency: 'TRY' }));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(statuses(answers)).toEqual([200, 201]);
});
