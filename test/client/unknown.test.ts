// Nothing makes a new key after an unknown answer, and nothing reads "unknown" as "failed".

import { beforeEach, describe, expect, test } from 'vitest';
import { openPayment, type PaymentOptions } from '../../client/open-payment.ts';
import { until } from '../harness/until.ts';
import { type Front, type Step, startFront } from './front.ts';
import { BRISK, pageStorage } from './storage.ts';

const ORDER = '1001';
const ATTEMPT = '01a22990-f436-74dc-8617-42ab6a582c33';
const cardToken = 'tok_visa';
let front: Front;

beforeEach(async () => {
  front = await startFront();
  return () => front.close();
});

const open = (more: Partial<PaymentOptions> = {}) =>
  openPayment({ orderId: ORDER, api: front.url, storage: pageStorage(), waits: BRISK, deadlineMs: 20_000, ...more });

/** Stops waiting when so many tries have been seen in all. */
async function giveUpAfter(tries: number, pay: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const left = pay(patience.signal);
  await until(`${tries} tries`, () => front.seen.length >= tries, { everyMs: 5 });
  patience.abort();
  expect(await left).toEqual({ kind: 'unknown', because: 'aborted' });
}

const problem = (slug: string, status: number, headers: Record<string, string> = {}): Step => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { type: `urn:paid-once:${slug}`, title: slug, status, orderId: ORDER, attemptId: ATTEMPT },
});
const payment = { orderId: ORDER, attemptId: ATTEMPT, amount: '548.90', currency: 'TRY' };
const paid: Step = { kind: 'answer', status: 200, body: { ...payment, status: 'Paid', providerPaymentId: 'ch_1' } };
const accepted = (headers: Record<string, string> = {}): Step => ({
  kind: 'answer',
  status: 202,
  headers: { location: `/orders/${ORDER}`, 'retry-after': '2', ...headers },
  body: { ...payment, status: 'PaymentPending' },
});
const order = (attempt: string, status = 'PaymentPending'): Step => ({
  kind: 'answer',
  status: 200,
  body: { ...payment, status, attempts: [{ attemptId: ATTEMPT, status: attempt }] },
});

const SAYS_NOTHING: readonly (readonly [string, Step])[] = [
  ['no answer', { kind: 'hang' }],
  ['a closed connection', { kind: 'reset' }],
  ['500', problem('internal', 500)],
  ["a proxy's 502", { kind: 'answer', status: 502, body: '<html>Bad Gateway</html>' }],
  ["a gateway's 503", { kind: 'answer', status: 503, body: { message: 'Service Unavailable' } }],
  ['504', { kind: 'answer', status: 504, body: { message: 'Endpoint request timed out' } }],
  ['429', { kind: 'answer', status: 429, body: { message: 'Too Many Requests' } }],
  ['408', { kind: 'answer', status: 408 }],
  ["a portal's 200", { kind: 'answer', status: 200, body: '<html>Log in to the train</html>' }],
  ["another order's 200", { kind: 'answer', status: 200, body: { orderId: '1002', status: 'Paid' } }],
  ['a 202 without an attempt', { kind: 'answer', status: 202 }],
  ['a redirect', { kind: 'answer', status: 307, headers: { location: '/elsewhere' } }],
];

describe('nothing makes a new key after an unknown answer', () => {
  test.each(SAYS_NOTHING)('%s', async (_, step) => {
    front.otherwise(step);
    const storage = pageStorage();
    const page = await open({ storage, tryTimeoutMs: 60 });
    const { key } = page;
    await giveUpAfter(3, (signal) => page.pay({ cardToken, signal }));
    await expect(page.beginAnew()).rejects.toThrow('may be under way');
    // Not even for another card, and not even on another page.
    await giveUpAfter(4, (signal) => page.pay({ cardToken: 'tok_other', signal }));
    expect(front.keys()).toEqual([`"${key}"`]);
    expect(await open({ storage })).toMatchObject({ key, inDoubt: true });
  });

  test('the end of the waiting is not the end of the payment', async () => {
    front.otherwise({ kind: 'hang' });
    const page = await open();
    await giveUpAfter(1, (signal) => page.pay({ cardToken, signal }));
    front.otherwise(paid);
    expect(await page.pay({ cardToken })).toMatchObject({ kind: 'paid', providerPaymentId: 'ch_1' });
    expect(front.keys()).toHaveLength(1);
  });

  test('a try that is lost after a proof is in doubt again', async () => {
    front.next(problem('provider-unavailable', 503));
    front.otherwise({ kind: 'hang' });
    const page = await open();
    await giveUpAfter(2, (signal) => page.pay({ cardToken, signal }));
    expect(page.inDoubt).toBe(true);
  });

  test('an attempt that was given up is unknown, and nothing more is sent by itself', async () => {
    front.next(accepted(), order('Abandoned', 'Placed'));
    const page = await open();
    expect(await page.pay({ cardToken })).toEqual({ kind: 'unknown', because: 'abandoned' });
    expect(front.seen).toHaveLength(2);
    await expect(page.beginAnew()).rejects.toThrow('may be under way');
  });

  test('a refusal says nothing of an earlier try whose answer was lost', async () => {
    front.next({ kind: 'reset' }, { kind: 'answer', status: 401, body: { message: 'Unauthorized' } });
    const page = await open();
    expect(await page.pay({ cardToken })).toMatchObject({ kind: 'unknown', because: 'refused', bug: false });
    expect(page.inDoubt).toBe(true);
  });

  test('a transport and a token that never come end at the deadline too', async () => {
    const never = () => new Promise<never>(() => {});
    for (const stuck of [{ platform: { fetch: never } }, { headers: never }]) {
      const page = await open({ ...stuck, deadlineMs: 50 });
      expect(await page.pay({ cardToken })).toEqual({ kind: 'unknown', because: 'deadline' });
    }
  });

  test('a key that came with a message may have been sent before', async () => {
    front.otherwise({ kind: 'answer', status: 403 });
    const page = await open({ key: 'message-1' });
    expect(await page.pay({ cardToken })).toMatchObject({ kind: 'unknown', because: 'refused' });
    expect(front.keys()).toEqual(['"message-1"']);
  });
});

describe('a proof is told, and lets the caller begin anew', () => {
  test('a key with another body is a bug', async () => {
    front.otherwise(problem('key-reused', 422));
    expect(await (await open()).pay({ cardToken })).toMatchObject({ kind: 'refused', bug: true });
    front.otherwise(problem('key-reused', 409));
    expect(await (await open()).pay({ cardToken })).toMatchObject({ kind: 'refused', bug: true });
  });

  test('provider-unavailable until past the deadline is notCharged; a new key is made only when asked for', async () => {
    front.otherwise(problem('provider-unavailable', 503, { 'retry-after': '60' }));
    const storage = pageStorage();
    const page = await open({ storage, waits: { ...BRISK, retryAfterCapMs: 60_000 } });
    const { key } = page;
    expect(await page.pay({ cardToken })).toMatchObject({ kind: 'notCharged' });
    expect(await open({ storage })).toMatchObject({ key, inDoubt: false });
    await page.pay({ cardToken });
    expect(front.keys()).toHaveLength(1);
    await page.beginAnew();
    expect(page.key).not.toBe(key);
    expect((await open({ storage })).key).toBe(page.key);
  });

  test('provider-rejected is not tried again', async () => {
    front.otherwise(problem('provider-rejected', 502));
    expect(await (await open()).pay({ cardToken })).toMatchObject({ kind: 'notCharged' });
    expect(front.seen).toHaveLength(1);
  });

  test('an end that the order has shown stands, though its replay is lost', async () => {
    front.next(accepted(), order('Succeeded', 'Paid'));
    front.otherwise({ kind: 'reset' });
    const storage = pageStorage();
    const leaves = new AbortController();
    const left = (await open({ storage })).pay({ cardToken, signal: leaves.signal });
    await until('the replay is asked for', () => front.seen.length >= 3, { everyMs: 5 });
    leaves.abort();
    expect(await left).toMatchObject({ kind: 'paid', attemptId: ATTEMPT });
    expect(storage.entries.size).toBe(0);
  });
});

test('a double click is one payment', async () => {
  front.next(paid);
  const page = await open();
  const [one, two] = await Promise.all([page.pay({ cardToken }), page.pay({ cardToken })]);
  expect(one).toBe(two);
  expect(front.seen).toHaveLength(1);
});

test('what cannot be stored is not sent; what was paid is told though the storage fails', async () => {
  const full = () => {
    throw new Error('the storage is full');
  };
  await expect(open({ storage: { ...pageStorage(), setItem: full } })).rejects.toThrow('full');
  expect(front.seen).toHaveLength(0);
  front.next(paid);
  const page = await open({ storage: { ...pageStorage(), removeItem: full } });
  expect(await page.pay({ cardToken })).toMatchObject({ kind: 'paid' });
});

test('a Location on another origin is not followed: the headers go to the API alone', async () => {
  const elsewhere = await startFront();
  front.next(accepted({ location: `${elsewhere.url}/orders/${ORDER}` }), order('Succeeded', 'Paid'), paid);
  const page = await open({ headers: () => ({ Authorization: 'Bearer of-the-customer' }) });
  expect(await page.pay({ cardToken })).toMatchObject({ kind: 'paid' });
  expect(elsewhere.seen).toHaveLength(0);
  expect(front.seen.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer of-the-customer'));
  await elsewhere.close();
});
