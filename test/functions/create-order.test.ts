// An order is created once per key; what is asked for again is shown again.

import { describe, expect, test } from 'vitest';
import { OTHER_TENANT, problem, worlds } from './world.ts';

const world = worlds();
const BODY = { orderId: '1001', amount: '548.90', currency: 'TRY' };
const REPLAYED = { 'Idempotent-Replayed': 'true' };

test('a new order is shown as created, with its place', async () => {
  const w = await world();
  expect(await w.createOrder({ body: { ...BODY, draftOrderId: 'cart-7' } })).toEqual({
    status: 201,
    headers: { Location: '/orders/1001' },
    body: {
      orderId: '1001',
      status: 'Placed',
      amount: '548.90',
      currency: 'TRY',
      draftOrderId: 'cart-7',
      createdAt: '2026-01-05T12:00:00.000Z',
    },
  });
});

test('an order without an id is given one, the same for the same key', async () => {
  const w = await world();
  const body = { amount: '10', currency: 'JPY' };
  const first = await w.createOrder({ body });
  expect(first.body.orderId).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
  expect((await w.createOrder({ body })).body).toEqual(first.body);
  expect((await w.createOrder({ body, key: 'key-2' })).body.orderId).not.toBe(first.body.orderId);
});

describe('the same key', () => {
  test('is answered the same again, whatever became of the order since', async () => {
    const w = await world();
    const first = await w.createOrder();
    await w.checkout();
    await w.chargeOnce();
    w.clock.pass(3_600);
    expect(await w.createOrder()).toEqual({ ...first, headers: { ...first.headers, ...REPLAYED } });
  });

  test.each([422, 409] as const)('with another body is refused with %i, and makes nothing', async (status) => {
    const w = await world({ keyMismatchStatus: status });
    await w.createOrder();
    const other = { body: { ...BODY, orderId: '1002' } };
    expect(await w.createOrder(other)).toMatchObject(problem(status, 'key-reused'));
    expect(await w.getOrder('1002')).toMatchObject(problem(404, 'order-not-found'));
  });

  test('expires after 48 h by the clock, while its record is still there', async () => {
    const w = await world();
    await w.createOrder();
    const other = { body: { ...BODY, orderId: '1002' } };
    w.clock.pass(48 * 3_600 - 1);
    expect(await w.createOrder(other)).toMatchObject(problem(422, 'key-reused'));
    w.clock.pass(1);
    expect(await w.createOrder(other)).toMatchObject({ status: 201 });
  });

  test('that has expired is new, also for an order that is there', async () => {
    const w = await world();
    await w.createOrder();
    const other = { body: { ...BODY, orderId: '1002' } };
    await w.createOrder({ ...other, key: 'key-2' });
    w.clock.pass(48 * 3_600);
    const answer = await w.createOrder(other);
    expect(answer).toMatchObject({ status: 200, body: { orderId: '1002' } });
    expect(answer.headers).not.toHaveProperty('Idempotent-Replayed');
  });

  test('may be used by another tenant, and for a checkout, for something else', async () => {
    const w = await world();
    await w.createOrder({ key: 'shared' });
    const theirs = await w.createOrder({ key: 'shared', tenant: OTHER_TENANT, body: { ...BODY, amount: '1.00' } });
    expect(theirs).toMatchObject({ status: 201, body: { amount: '1.00' } });
    expect(await w.checkout({ key: 'shared' })).toMatchObject({ status: 202 });
  });
});

describe('another key', () => {
  test('with the same order and amount is shown the order as it stands', async () => {
    const w = await world();
    await w.createOrder();
    await w.checkout();
    await w.chargeOnce();
    const again = await w.createOrder({ key: 'key-2' });
    expect(again).toMatchObject({ status: 200, body: { orderId: '1001', status: 'Paid' } });
    expect(await w.createOrder({ key: 'key-2' })).toEqual({ ...again, headers: { ...again.headers, ...REPLAYED } });
  });

  test.each([
    ['amount', { amount: '548.91' }],
    ['currency', { currency: 'EUR' }],
  ])('with another %s is refused, and burns no key', async (_what, other) => {
    const w = await world();
    await w.createOrder();
    expect(await w.createOrder({ key: 'key-2', body: { ...BODY, ...other } })).toMatchObject(
      problem(409, 'order-exists'),
    );
    expect(await w.createOrder({ key: 'key-2', body: { ...BODY, orderId: '1002' } })).toMatchObject({ status: 201 });
  });
});

test('twenty callers at the same time make one order', async () => {
  const w = await world();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => w.createOrder({ key: `key-${n % 4}` })));
  expect(answers.filter(({ status, headers }) => status === 201 && !('Idempotent-Replayed' in headers))).toHaveLength(
    1,
  );
  expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
  expect(new Set(answers.map(({ body }) => body.orderId))).toEqual(new Set(['1001']));
});

test.each<[string, object, ReturnType<typeof problem>]>([
  ['nobody signed it', { tenant: null }, problem(401, 'unauthenticated')],
  ['it is no JSON', { headers: { 'content-type': 'text/plain' } }, problem(415, 'media-type-unsupported')],
  ['it has no key', { key: null }, problem(400, 'key-missing')],
  ['its key is two', { key: 'a,b' }, problem(400, 'key-invalid')],
  ['its amount is wrong', { body: { ...BODY, amount: '5.489' } }, problem(400, 'body-invalid')],
])('a request is refused and makes nothing: %s', async (_why, asked, answer) => {
  const w = await world();
  expect(await w.createOrder(asked)).toMatchObject(answer);
  expect(await w.getOrder()).toMatchObject(problem(404, 'order-not-found'));
  // The key is not burnt either.
  expect(await w.createOrder()).toMatchObject({ status: 201 });
});
