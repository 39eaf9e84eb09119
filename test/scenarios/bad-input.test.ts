// Requests that cannot be right: each is refused with a problem document that says why, and nothing is written.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
let placed: string;
beforeAll(async () => {
  world = await startWorld();
  const story = await world.placed();
  placed = story.orderId;
  await story.checkout({ key: 'used', card: 'tok_declined' });
});
afterAll(() => world.close());

interface Bad {
  readonly what: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly without?: string;
  /** A string or bytes are sent as they are. */
  readonly body?: unknown;
  readonly status: number;
  readonly slug: string;
}

const ORDER = { orderId: 'never-made', amount: '5.00', currency: 'TRY' };
const CARD = { cardToken: 'tok_visa' };

const key = (what: string, value: string): Bad => ({
  what: `a key that ${what}`,
  headers: { 'Idempotency-Key': value },
  status: 400,
  slug: 'key-invalid',
});

const HEADERS: readonly Bad[] = [
  { what: 'no key', without: 'Idempotency-Key', status: 400, slug: 'key-missing' },
  key('is empty', ''),
  key('is empty between quotes', '""'),
  key('is blank between quotes', '"  "'),
  key('holds a comma', 'a,b'),
  key('was sent twice', '"a", "b"'),
  key('holds a blank', 'a b'),
  key('has one quote', '"a'),
  key('holds a quote', 'a"b'),
  key('is too long', 'k'.repeat(256)),
  key('is too long between quotes', `"${'k'.repeat(256)}"`),
  key('is not ASCII', 'schlüssel'),
  { what: 'no content type', without: 'Content-Type', status: 415, slug: 'media-type-unsupported' },
  {
    what: 'a form',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    status: 415,
    slug: 'media-type-unsupported',
  },
  {
    what: 'a lookalike type',
    headers: { 'Content-Type': 'application/jsonp' },
    status: 415,
    slug: 'media-type-unsupported',
  },
  { what: 'a body of 16 KiB and more', body: `{"a":"${'x'.repeat(16_384)}"}`, status: 413, slug: 'body-too-large' },
];

const bad = (what: string, body: unknown): Bad => ({ what, body, status: 400, slug: 'body-invalid' });

const NO_OBJECT: readonly Bad[] = [
  bad('no body', ''),
  bad('no JSON', '{"amount":'),
  bad('two documents', '{}{}'),
  bad('a list', '[]'),
  bad('null', 'null'),
  bad('a text', '"x"'),
  bad('a number', '1'),
  bad('no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])),
  bad('an empty object', '{}'),
];

const AMOUNTS = [
  '',
  ' ',
  '0',
  '0.00',
  '-1.00',
  '+1.00',
  '1e3',
  '1.001',
  '1,000.00',
  '1.00 ',
  '.5',
  '5.',
  '0x10',
  '٥',
  'NaN',
  '10000000000.00',
];

const BAD_ORDERS: readonly Bad[] = [
  ...AMOUNTS.map((amount) => bad(`amount ${JSON.stringify(amount)}`, { ...ORDER, amount })),
  ...[548.9, null, ['1.00'], {}].map((amount) => bad(`amount ${JSON.stringify(amount)}`, { ...ORDER, amount })),
  bad('half a yen', { ...ORDER, amount: '500.5', currency: 'JPY' }),
  ...['', 'try', 'TR', 'XXX', 'XAU', 'ABC', 1, null].map((currency) =>
    bad(`currency ${JSON.stringify(currency)}`, { ...ORDER, currency }),
  ),
  ...['', 'a b', 'a/b', 'a#b', 'ä', 'o'.repeat(37), 1, null].map((orderId) =>
    bad(`orderId ${JSON.stringify(orderId)}`, { ...ORDER, orderId }),
  ),
  ...['', 'a b', 'd'.repeat(65), 1].map((draftOrderId) =>
    bad(`draftOrderId ${JSON.stringify(draftOrderId)}`, { ...ORDER, draftOrderId }),
  ),
  bad('a member that nobody knows', { ...ORDER, status: 'Paid' }),
  bad('no currency', { amount: '5.00' }),
  bad('an amount twice', '{"amount":"5.00","currency":"TRY","amount":"5.00"}'),
  bad('an amount twice, once escaped', String.raw`{"\u0061mount":"5.00","amount":"6.00","currency":"TRY"}`),
  bad('a member twice, deeper', '{"amount":"5.00","currency":"TRY","more":[{"x":1,"x":1}]}'),
  bad('__proto__', '{"amount":"5.00","currency":"TRY","__proto__":{"orderId":"x"}}'),
];

const BAD_CHECKOUTS: readonly Bad[] = [
  ...['', ' ', 'tok visa', 'tok\n', 'tök', 't'.repeat(256), 1, null, ['tok'], {}].map((cardToken) =>
    bad(`cardToken ${JSON.stringify(cardToken)}`, { cardToken }),
  ),
  bad('a card twice', '{"cardToken":"tok_visa","cardToken":"tok_visa"}'),
  bad('a card twice, once escaped', String.raw`{"\u0063ardToken":"tok_visa","cardToken":"tok_declined"}`),
  bad('a member that nobody knows', { ...CARD, amount: '1.00' }),
  { what: 'an order that nobody made', path: '/orders/nobody-made-it/checkout', status: 404, slug: 'order-not-found' },
  { what: 'an order id that cannot be', path: '/orders/a%20b/checkout', status: 404, slug: 'order-not-found' },
  {
    what: 'an order id that is too long',
    path: `/orders/${'o'.repeat(37)}/checkout`,
    status: 404,
    slug: 'order-not-found',
  },
  {
    what: 'a key that was used with another card',
    headers: { 'Idempotency-Key': 'used' },
    status: 422,
    slug: 'key-reused',
  },
];

/** What is wrong in two ways is refused for the first of them: type, size, key, body, order. */
const IN_TURN: readonly Bad[] = [
  {
    what: 'the type before the size',
    headers: { 'Content-Type': 'text/plain' },
    body: 'x'.repeat(20_000),
    status: 415,
    slug: 'media-type-unsupported',
  },
  {
    what: 'the size before the key',
    without: 'Idempotency-Key',
    body: 'x'.repeat(20_000),
    status: 413,
    slug: 'body-too-large',
  },
  { what: 'the key before the body', without: 'Idempotency-Key', body: '{', status: 400, slug: 'key-missing' },
  {
    what: 'the body before the order',
    path: '/orders/nobody-made-it/checkout',
    body: '{}',
    status: 400,
    slug: 'body-invalid',
  },
];

async function refused(
  { path = '/orders', headers = {}, without, body, status, slug }: Bad,
  good: object,
): Promise<void> {
  const sent = { 'Content-Type': 'application/json', 'Idempotency-Key': 'fresh', ...headers };
  if (without !== undefined) delete (sent as Record<string, string>)[without];
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const bytes = isRaw ? Buffer.from(body) : Buffer.from(JSON.stringify(body ?? good));
  const before = await world.tables.scan();
  const answer = await world.api.send('POST', path, { headers: sent, body: bytes });
  expect([answer.status, answer.body.type]).toEqual([status, `urn:paid-once:${slug}`]);
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  expect(answer.body).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
  expect(answer.text).not.toMatch(/\bat .*\.ts|node_modules|Error:/);
  expect(await world.tables.scan()).toEqual(before);
}

test.for([...HEADERS, ...NO_OBJECT, ...BAD_ORDERS])('POST /orders, $what: $status $slug', (bad) => refused(bad, ORDER));

test.for([...HEADERS, ...NO_OBJECT, ...BAD_CHECKOUTS, ...IN_TURN])('checkout, $what: $status $slug', (bad) =>
  refused({ path: `/orders/${placed}/checkout`, ...bad }, CARD),
);

test('an order id that is taken by another amount or currency: 409, and the key stays free', async () => {
  const before = await world.tables.scan();
  for (const other of [{ amount: '1.00' }, { currency: 'USD' }]) {
    const answer = await world.api.createOrder(
      { orderId: placed, amount: '548.90', currency: 'TRY', ...other },
      'free',
    );
    expect([answer.status, answer.body.type]).toEqual([409, 'urn:paid-once:order-exists']);
  }
  expect(await world.tables.scan()).toEqual(before);
  const created = await world.api.createOrder({ amount: '1.00', currency: 'TRY' }, 'free');
  expect(created.status).toBe(201);
});

test('a key that a bad request came with is not burned', async () => {
  expect((await world.api.createOrder({ amount: '1.001', currency: 'TRY' }, 'k-fresh')).status).toBe(400);
  expect((await world.api.createOrder({ amount: '1.00', currency: 'TRY' }, 'k-fresh')).status).toBe(201);
});

test('an unknown order is 404 to a reader, and so is a route that is none', async () => {
  expect((await world.api.getOrder('nobody-made-it')).body.type).toBe('urn:paid-once:order-not-found');
  expect((await world.api.getOrder('a%20b')).status).toBe(404);
  const none = await world.api.send('DELETE', `/orders/${placed}`, {});
  expect([none.status, none.body]).toEqual([404, { message: 'Not Found' }]);
});

test('header names are case-insensitive, and a good body may arrive in any JSON spelling', async () => {
  const answer = await world.api.send('POST', '/orders', {
    headers: { 'content-TYPE': 'application/json; charset=utf-8', 'IDEMPOTENCY-key': '"spelled"' },
    body: Buffer.from(' {"currency":\n"KWD", "amount":"1.1"} '),
  });
  expect(answer.body).toMatchObject({ amount: '1.100', currency: 'KWD', status: 'Placed' });
  const again = await world.api.createOrder({ amount: '1.1', currency: 'KWD' }, 'spelled');
  expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([201, answer.text, 'true']);
});
