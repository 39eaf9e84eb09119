// Customers who come back, or never went away: what they are told, and what they are charged.

import { afterAll, beforeAll, test, vi } from 'vitest';
import { until } from '../harness/until.ts';
import { startWorld, type World } from '../harness/world.ts';

vi.setConfig({ maxConcurrency: 12 });

let world: World;
beforeAll(async () => {
  world = await startWorld({ warm: 8 });
});
afterAll(() => world.close());

test.concurrent('slow: a timed-out charge is never charged twice', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'slow', delaySeconds: 4.5, times: 1 });
  const paid = await story.checkout();

  expect(paid.status).toBe(200);
  expect(paid.body).toMatchObject({
    status: 'Paid',
    amount: '548.90',
    currency: 'TRY',
    providerPaymentId: 'ch_000001',
  });
  const sends = await story.sends();
  expect(sends[0]).toMatchObject({ answered: 'none' });
  expect(new Set(sends.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(await story.charges()).toHaveLength(1);
  expect(await story.order()).toMatchObject({ status: 'Paid', attempts: [{ status: 'Succeeded', late: false }] });
});

test.concurrent('pending: a customer who comes back with the same card is paid under the same provider key', async ({
  expect,
}) => {
  const story = await world.placed();
  await story.provider({ mode: 'slow', delaySeconds: 9, times: 1 });
  const pending = await story.checkout({ key: 'k1', prefer: 'wait=1' });
  expect(pending.status).toBe(202);
  expect(pending.headers.get('Location')).toBe(`/orders/${story.orderId}`);
  expect(Number(pending.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(pending.body).toMatchObject({ status: 'PaymentPending', amount: '548.90', currency: 'TRY' });
  const attemptId = String(pending.body.attemptId);

  const other = await story.checkout({ card: 'tok_other' });
  expect(other.status).toBe(409);
  expect(other.body).toMatchObject({ type: 'urn:paid-once:other-payment-open', attemptId });
  expect(await story.order()).toMatchObject({ status: 'PaymentPending', attempts: [{ attemptId, status: 'Open' }] });

  expect((await story.states(attemptId)).at(-1)).toBe('LeftToSchedule');
  await until('the provider charges', async () => (await story.charges()).length === 1);
  const paid = await story.checkout({ key: 'k1' });
  expect(paid.status).toBe(200);
  expect(paid.body.attemptId).toBe(attemptId);
  expect(await story.states(attemptId, 1)).toEqual(['Charge', 'ChargeOutcome', 'Paid']);
  const sends = await story.sends();
  expect(new Set(sends.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(new Set(sends.map(({ bodySha256 }) => bodySha256)).size).toBe(1);
  expect(await story.charges()).toHaveLength(1);
});

test.concurrent('a caller who hangs up and comes back with the same key is paid once', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'slow', delaySeconds: 4.5, times: 1 });
  const hungUp = story.checkout({ key: 'k1', signal: AbortSignal.timeout(2_000) });
  await expect(hungUp).rejects.toThrow('timeout');
  const paid = await story.checkout({ key: 'k1' });
  expect(paid.status).toBe(200);
  const rows = (await story.items()).filter(({ sk }) => String(sk).startsWith('ATTEMPT#'));
  expect(rows).toHaveLength(1);
  expect(await story.charges()).toHaveLength(1);
});

test.concurrent('while a payment is open, another key with the same card joins it and gets its end', async ({
  expect,
}) => {
  const story = await world.placed();
  await story.provider({ mode: 'slow', delaySeconds: 4.5, times: 1 });
  const open = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  expect(open.status).toBe(202);
  const joined = await story.checkout({ key: 'k2' });
  expect(joined.status).toBe(200);
  expect(joined.body.attemptId).toBe(open.body.attemptId);
  expect(await story.charges()).toHaveLength(1);
  for (const key of ['k1', 'k2']) {
    const again = await story.checkout({ key });
    expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([200, joined.text, 'true']);
  }
});

test.concurrent('respond-async and wait=0 do not wait; a longer wait than allowed is cut', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'slow', delaySeconds: 4.5, times: 1 });
  for (const prefer of ['respond-async', 'wait=0']) {
    expect((await story.checkout({ key: 'k1', prefer })).status).toBe(202);
  }
  expect((await story.checkout({ key: 'k1', prefer: 'wait=3600' })).status).toBe(200);
});

test.concurrent('a paid order answers its key byte for byte, and any other key 200 without a charge', async ({
  expect,
}) => {
  const story = await world.placed();
  const first = await story.checkout({ key: 'k1' });
  expect(first.headers.get('Idempotent-Replayed')).toBeNull();
  const again = await story.checkout({ key: 'k1' });
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  const quoted = await story.checkout({ key: '"k1"' });
  expect(quoted.text).toBe(first.text);

  const other = await story.checkout({ key: 'k2', card: 'tok_other' });
  expect([other.status, other.text]).toEqual([200, first.text]);
  expect(await story.sends()).toHaveLength(1);
});

test.concurrent('declined: the key stays declined, a new key with a new card pays', async ({ expect }) => {
  const story = await world.placed();
  const first = await story.checkout({ key: 'k1', card: 'tok_declined' });
  expect(first.status).toBe(402);
  expect(first.body).toMatchObject({
    type: 'urn:paid-once:declined',
    orderId: story.orderId,
    declineReason: 'insufficient_funds',
  });
  const again = await story.checkout({ key: 'k1', card: 'tok_declined' });
  expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([402, first.text, 'true']);
  expect(await story.sends()).toHaveLength(1);

  const paid = await story.checkout({ key: 'k2', card: 'tok_visa' });
  expect(paid.status).toBe(200);
  const late = await story.checkout({ key: 'k1', card: 'tok_declined' });
  expect([late.status, late.text]).toEqual([402, first.text]);
  expect(await story.order()).toMatchObject({
    status: 'Paid',
    attempts: [{ status: 'Declined', declineReason: 'insufficient_funds' }, { status: 'Succeeded' }],
  });
  const keys = (await story.sends()).map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(2);
});

test.concurrent('after a failure the same key starts a new attempt with a new provider key', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'error', status: 503, times: 3 });
  const failed = await story.checkout({ key: 'k1' });
  expect(failed.status).toBe(503);
  const paid = await story.checkout({ key: 'k1' });
  expect(paid.status).toBe(200);
  expect(paid.body.attemptId).not.toBe(failed.body.attemptId);
  const keys = (await story.sends()).map(({ idempotencyKey }) => idempotencyKey);
  expect([keys[0] === keys[1], keys[1] === keys[2], keys[2] === keys[3]]).toEqual([true, true, false]);
  expect(await story.charges()).toHaveLength(1);
});

test.concurrent('a key with another card, or for another body, is refused and writes nothing', async ({ expect }) => {
  const story = await world.placed();
  await story.checkout({ key: 'k1' });
  const before = await story.items();
  const reused = await story.checkout({ key: 'k1', card: 'tok_other' });
  expect([reused.status, reused.body.type]).toEqual([422, 'urn:paid-once:key-reused']);
  expect(await story.items()).toEqual(before);
});

test.concurrent('a key belongs to one order and one route', async ({ expect }) => {
  const [one, two] = [await world.placed(), await world.placed()];
  const answers = [await one.checkout({ key: 'shared' }), await two.checkout({ key: 'shared' })];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.attemptId).not.toBe(answers[1]?.body.attemptId);
});

test.concurrent('tenants do not see, pay or replay each other', async ({ expect }) => {
  const ours = await world.placed({ principal: 'AROAOURS' });
  const theirs = world.as('AROATHEIRS');
  const paid = await ours.checkout({ key: 'k1' });

  expect((await theirs.getOrder(ours.orderId)).status).toBe(404);
  const replay = await theirs.checkout(ours.orderId, { key: 'k1' });
  expect([replay.status, replay.body.type]).toEqual([404, 'urn:paid-once:order-not-found']);

  await theirs.createOrder({ orderId: ours.orderId, amount: '1.00', currency: 'TRY' });
  const own = await theirs.checkout(ours.orderId, { key: 'k1' });
  expect(own.status).toBe(200);
  expect(own.headers.get('Idempotent-Replayed')).toBeNull();
  expect(own.body).toMatchObject({ amount: '1.00' });
  expect(own.body.attemptId).not.toBe(paid.body.attemptId);
  expect((await ours.charges()).map(({ amount }) => amount)).toEqual([54_890, 100]);
});
