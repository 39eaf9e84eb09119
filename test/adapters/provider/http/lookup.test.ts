// When a lookup is a verdict and when it is none, against a server that pages as it likes.

import { describe, expect, it, test } from 'vitest';
import { createHttpProvider } from '#adapters/provider/http/http-provider.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';
import { rawServer, whole } from '../wire/raw-server.ts';

const REFERENCE = 'abcdefghij-1001-0123456789abcdef0123456789abcdef';
const entry = (id: string, more: object = {}) => ({
  id,
  status: 'succeeded',
  amount: 54_890,
  currency: 'TRY',
  merchant_reference: REFERENCE,
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
});
const found = (id: string, more: object = {}) => ({
  id,
  status: 'succeeded',
  amountMinor: 54_890,
  currency: 'TRY',
  reference: REFERENCE,
  declineReason: null,
  ...more,
});
const page = (data: unknown[], hasMore = false) => whole('200 OK', JSON.stringify({ data, has_more: hasMore }));

type Answer = (query: URLSearchParams, nth: number) => string | null;

/** `null`: no answer. */
async function lookUp(answer: Answer, lookupTimeoutMs?: number) {
  let drops = 0;
  const server = await rawServer((socket, request) => {
    const query = new URL(request.split(' ')[1] ?? '', 'http://x').searchParams;
    const bytes = answer(query, server.received.length);
    if (bytes !== null) socket.end(bytes);
  });
  const provider = createHttpProvider({
    settings: { attemptTimeoutSeconds: 1, provider: { ...DEFAULT_SETTINGS.provider, baseUrl: server.url.origin } },
    secret: {
      get: async () => 'sk_test_4711',
      drop: () => {
        drops += 1;
      },
    },
    ...(lookupTimeoutMs === undefined ? {} : { lookupTimeoutMs }),
  });
  return { outcome: await provider.lookup(REFERENCE), requests: server.received, drops };
}

const inconclusive = (reason: string) => ({ kind: 'inconclusive', reason });

describe('pages', () => {
  it('are asked for one after another, each after the last id of the one before', async () => {
    const { outcome, requests } = await lookUp((query) => {
      const after = query.get('starting_after');
      if (after === null) return page([entry('ch_3'), entry('ch_2')], true);
      return after === 'ch_2' ? page([entry('ch_1')]) : page([]);
    });
    expect(outcome).toEqual({ kind: 'answered', charges: [found('ch_3'), found('ch_2'), found('ch_1')] });
    const path = `/v1/charges?merchant_reference=${REFERENCE}&limit=100`;
    expect(requests.map((request) => request.split(' ')[1])).toEqual([path, `${path}&starting_after=ch_2`]);
    expect(requests[0]).toMatch(/authorization: Bearer sk_test_4711\r\n/i);
  });

  it('up to ten are read', async () => {
    const { outcome } = await lookUp((_query, nth) => page([entry(`ch_${nth}`)], nth < 10));
    expect(outcome).toMatchObject({ kind: 'answered', charges: { length: 10 } });
  });

  it('more than ten prove nothing', async () => {
    const { outcome, requests } = await lookUp((_query, nth) => page([entry(`ch_${nth}`)], true));
    expect(outcome).toEqual(inconclusive('TOO_MANY_PAGES'));
    expect(requests).toHaveLength(10);
  });

  it('that come again prove nothing', async () => {
    const { outcome } = await lookUp(() => page([entry('ch_1')], true));
    expect(outcome).toEqual(inconclusive('PAGE_REPEATED'));
  });

  it('that are empty with more to come prove nothing', async () => {
    const { outcome, requests } = await lookUp(() => page([], true));
    expect(outcome).toEqual(inconclusive('NO_PROGRESS'));
    expect(requests).toHaveLength(1);
  });

  it('are worth nothing when one of them fails', async () => {
    const { outcome } = await lookUp((_query, nth) =>
      nth === 1 ? page([entry('ch_1')], true) : whole('500 Oops', ''),
    );
    expect(outcome).toEqual(inconclusive('HTTP_500'));
  });

  it('of a hundred long entries are read', async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => entry(`ch_${n}`, { metadata: 'x'.repeat(5_000) }));
    const { outcome } = await lookUp(() => page(hundred));
    expect(outcome).toMatchObject({ kind: 'answered', charges: { length: 100 } });
  });
});

describe('entries', () => {
  test.each<[string, object, object]>([
    ['of another reference are kept for the core to compare', { merchant_reference: 'x' }, { reference: 'x' }],
    ['of another amount too', { amount: 1 }, { amountMinor: 1 }],
    ['in progress', { status: 'pending' }, { status: 'pending' }],
    ['that failed', { status: 'failed', decline_code: 'Expired' }, { status: 'declined', declineReason: 'expired' }],
    ['declined for no known reason', { status: 'declined', decline_code: 'Ada said no' }, { status: 'declined' }],
    ['in a lower-case currency', { currency: 'try' }, { currency: 'TRY' }],
  ])('%s', async (_name, given, read) => {
    const { outcome } = await lookUp(() => page([entry('ch_1', given)]));
    expect(outcome).toEqual({ kind: 'answered', charges: [found('ch_1', read)] });
  });

  test.each<[string, unknown]>([
    ['of an unknown status', entry('ch_1', { status: 'refunded' })],
    ['without a status', entry('ch_1', { status: null })],
    ['without an id', entry('')],
    ['without an amount', entry('ch_1', { amount: '54890' })],
    ['without a currency', entry('ch_1', { currency: null })],
    ['without a reference', entry('ch_1', { merchant_reference: null })],
    ['that are none', 'ch_1'],
    ['that are nothing', null],
  ])('%s prove nothing', async (_name, given) => {
    expect((await lookUp(() => page([entry('ch_0'), given]))).outcome).toEqual(inconclusive('MALFORMED'));
  });
});

describe('an answer that is none', () => {
  test.each([
    ['not found', whole('404 Not Found', '{"data":[],"has_more":false}'), 'HTTP_404'],
    ['created', whole('201 Created', '{"data":[],"has_more":false}'), 'HTTP_201'],
    ['a redirect', whole('302 Found', '', { location: '/' }), 'HTTP_302'],
    ['no JSON', whole('200 OK', '<html>'), 'UNREADABLE'],
    ['nothing', whole('200 OK', ''), 'UNREADABLE'],
    ['a list', whole('200 OK', '[]'), 'MALFORMED'],
    ['no data', whole('200 OK', '{"has_more":false}'), 'MALFORMED'],
    ['no word on more', whole('200 OK', '{"data":[]}'), 'MALFORMED'],
    ['a word on more', whole('200 OK', '{"data":[],"has_more":"false"}'), 'MALFORMED'],
    ['broken off', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"data":[]', 'ECONNRESET'],
  ])('%s', async (_name, bytes, reason) => {
    expect((await lookUp(() => bytes)).outcome).toEqual(inconclusive(reason));
  });

  it('401 drops the secret, so that the next lookup reads it again', async () => {
    const { outcome, drops } = await lookUp(() => whole('401 Unauthorized', ''));
    expect([outcome, drops]).toEqual([inconclusive('HTTP_401'), 1]);
  });
});

describe('time', () => {
  it('of one page is an attempt’s', async () => {
    expect((await lookUp(() => null)).outcome).toEqual(inconclusive('ATTEMPT_TIMEOUT'));
  });

  it('of all pages is bounded, however many answer', async () => {
    const { outcome } = await lookUp((_query, nth) => (nth < 3 ? page([entry(`ch_${nth}`)], true) : null), 500);
    expect(outcome).toEqual(inconclusive('ATTEMPT_TIMEOUT'));
  });

  it('that is over before a page was asked for asks for none', async () => {
    const { outcome, requests } = await lookUp(() => page([]), 0);
    expect([outcome, requests]).toEqual([inconclusive('LOOKUP_TIMEOUT'), []]);
  });
});
