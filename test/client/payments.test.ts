// The caller's side of the promise, against the whole stack: one payment has one key, whatever is lost on the way.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPayment, type PaymentOptions } from '../../client/open-payment.ts';
import { FAST } from '../harness/settings.ts';
import type { Story } from '../harness/story.ts';
import { until } from '../harness/until.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Front, startFront } from './front.ts';
import { BRISK, pageStorage } from './storage.ts';

let world: World;
let front: Front;
let story: Story;

beforeAll(async () => {
  world = await startWorld({ settings: { ...FAST, maxSends: 1, syncWaitSeconds: 1, minAgeSeconds: 0 } });
});
afterAll(() => world.close());
beforeEach(async () => {
  story = await world.placed();
  front = await startFront(world.stack.api);
  return () => front.close();
});

const open = (more: Partial<PaymentOptions> = {}) =>
  openPayment({
    orderId: story.orderId,
    api: front.url,
    storage: pageStorage(),
    waits: BRISK,
    deadlineMs: 15_000,
    ...more,
  });

const cardToken = 'tok_visa';
const charges = async () => (await story.charges()).length;

test('a payment has one key from the opening of its form until its end, and is charged once', async () => {
  const storage = pageStorage();
  const payment = await open({ storage });
  expect([...storage.entries.values()].join()).toContain(payment.key);
  const { key } = payment;
  expect(await payment.pay({ cardToken })).toEqual({
    kind: 'paid',
    orderId: story.orderId,
    attemptId: expect.any(String),
    providerPaymentId: expect.any(String),
  });
  expect(front.keys()).toEqual([`"${key}"`]);
  expect(storage.entries.size).toBe(0);
  expect(payment.inDoubt).toBe(false);
  expect(storage.written.join()).not.toContain(cardToken);
  expect(await charges()).toBe(1);
});

test.each(['loseAnswer', 'breakAnswer', 'reset'] as const)(
  'an answer that is lost is asked for again with the same key: %s',
  async (kind) => {
    front.next({ kind }, { kind });
    const payment = await open();
    expect(await payment.pay({ cardToken })).toMatchObject({ kind: 'paid' });
    expect(front.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST']);
    expect(front.keys()).toEqual([`"${payment.key}"`]);
    expect(await charges()).toBe(1);
  },
);

test('a 202 is waited for at its Location, and then the same checkout gives the final answer', async () => {
  await story.provider({ mode: 'slow', delaySeconds: 1.5, times: 1 });
  const payment = await open();
  expect(await payment.pay({ cardToken })).toMatchObject({ kind: 'paid', providerPaymentId: expect.any(String) });
  const [first, ...rest] = front.seen;
  const last = rest.pop();
  expect([first?.method, first?.status]).toEqual(['POST', 202]);
  expect([last?.method, last?.status]).toEqual(['POST', 200]);
  expect(rest.length).toBeGreaterThan(0);
  for (const look of rest) expect([look.method, look.path]).toEqual(['GET', `/orders/${story.orderId}`]);
  expect(front.keys()).toHaveLength(1);
  expect(await charges()).toBe(1);
});

test('a reload in the middle continues with the same key', async () => {
  await story.provider({ mode: 'slow', delaySeconds: 1.5, times: 1 });
  const storage = pageStorage();
  const leaves = new AbortController();
  const page = await open({ storage });
  const { key } = page;
  const left = page.pay({ cardToken, signal: leaves.signal });
  await until('the checkout is accepted', () => front.seen.some(({ status }) => status === 202));
  leaves.abort();
  expect(await left).toEqual({ kind: 'unknown', because: 'aborted' });

  const again = await open({ storage });
  expect(again).toMatchObject({ key, inDoubt: true });
  expect(await again.pay({ cardToken })).toMatchObject({ kind: 'paid' });
  expect(front.keys()).toEqual([`"${key}"`]);
  expect(await charges()).toBe(1);
});

test('a page that comes back without the card looks, and sends nothing', async () => {
  await story.provider({ mode: 'slow', delaySeconds: 1.5, times: 1 });
  const storage = pageStorage();
  front.next({ kind: 'forward' }, { kind: 'hang' });
  const leaves = new AbortController();
  const left = (await open({ storage })).pay({ cardToken, signal: leaves.signal });
  await until('it waits at the Location', () => front.seen.some(({ method }) => method === 'GET'));
  leaves.abort();
  expect(await left).toEqual({ kind: 'unknown', because: 'aborted' });
  const again = await open({ storage });
  expect(await again.resume()).toMatchObject({ kind: 'paid', providerPaymentId: expect.any(String) });
  expect(front.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(storage.entries.size).toBe(0);
});

test('after a decline the same card gets the same answer, and another card a new key', async () => {
  const storage = pageStorage();
  const payment = await open({ storage });
  const { key } = payment;
  const declined = await payment.pay({ cardToken: 'tok_declined' });
  expect(declined).toMatchObject({ kind: 'declined', declineReason: expect.any(String) });
  expect(storage.entries.size).toBe(0);
  expect(await payment.pay({ cardToken: 'tok_declined' })).toEqual(declined);
  expect(front.keys()).toEqual([`"${key}"`]);
  expect(await payment.pay({ cardToken })).toMatchObject({ kind: 'paid' });
  expect(front.keys()).toHaveLength(2);
  expect(await charges()).toBe(1);
});

test('proved not charged is tried again with the same key', async () => {
  await story.provider({ mode: 'error', status: 503, times: 1 });
  const payment = await open();
  expect(await payment.pay({ cardToken })).toMatchObject({ kind: 'paid' });
  expect(front.seen[0]?.status).toBe(503);
  expect(front.keys()).toHaveLength(1);
  expect(await charges()).toBe(1);
});

test('another card under the same key is a bug; after the proof a new key may be asked for', async () => {
  await story.provider({ mode: 'error', status: 503, times: 1 });
  // The next try would come after the deadline.
  const patient = { waits: { baseMs: 20_000, capMs: 20_000 }, platform: { random: () => 0.9 } };
  const payment = await open(patient);
  expect(await payment.pay({ cardToken })).toMatchObject({ kind: 'notCharged' });
  expect(await payment.pay({ cardToken: 'tok_other' })).toMatchObject({
    kind: 'refused',
    bug: true,
    problem: { type: 'urn:paid-once:key-reused', status: 422 },
  });
  await payment.beginAnew();
  expect(await payment.pay({ cardToken: 'tok_other' })).toMatchObject({ kind: 'paid' });
  expect(front.keys()).toHaveLength(2);
});

test('two pages with two cards charge once: the second waits until the first has ended', async () => {
  await story.provider({ mode: 'slow', delaySeconds: 1.5, times: 1 });
  const first = (await open()).pay({ cardToken });
  await until('the first is accepted', () => front.seen.some(({ status }) => status === 202));
  const second = (await open()).pay({ cardToken: 'tok_other' });
  expect((await Promise.all([first, second])).map(({ kind }) => kind)).toEqual(['paid', 'paid']);
  expect(front.seen.some(({ status }) => status === 409)).toBe(true);
  expect(await charges()).toBe(1);
});
