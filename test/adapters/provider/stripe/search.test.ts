// When a search of PaymentIntents is a verdict and when it is none, against a server that pages as it likes.

import { describe, expect, it, test } from 'vitest';
import { searchQuery } from '#adapters/provider/stripe/search-page.ts';
import { createStripeProvider } from '#adapters/provider/stripe/stripe-provider.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';
import { rawServer, whole } from '../wire/raw-server.ts';

const REFERENCE = 'abcdefghij-1001-0123456789abcdef0123456789abcdef';
const entry = (id: string, more: object = {}) => ({
  id,
  object: 'payment_intent',
  amount: 54_890,
  amount_received: 54_890,
  currency: 'try',
  status: 'succeeded',
  metadata: { merchant_reference: REFERENCE },
  last_payment_error: null,
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
const page = (data: unknown[], next: unknown = null) =>
  whole('200 OK', JSON.stringify({ object: 'search_result', data, has_more: next !== null, next_page: next }));
const inconclusive = (reason: string) => ({ kind: 'inconclusive', reason });

async function lookUp(answer: (query: URLSearchParams, nth: number) => string) {
  let drops = 0;
  const server = await rawServer((socket, request) => {
    const query = new URL(request.split(' ')[1] ?? '', 'http://x').searchParams;
    socket.end(answer(query, server.received.length));
  });
  const drop = () => {
    drops += 1;
  };
  const provider = createStripeProvider({
    settings: { attemptTimeoutSeconds: 1, provider: { ...DEFAULT_SETTINGS.provider, baseUrl: server.url.origin } },
    secret: { get: async () => 'sk_test_4711', drop },
  });
  return { outcome: await provider.lookup(REFERENCE), requests: server.received, drops };
}

describe('the query', () => {
  it('asks for the reference in the metadata, a hundred at once', () => {
    const query = new URLSearchParams(searchQuery(REFERENCE, null));
    expect(Object.fromEntries(query)).toEqual({
      query: `metadata['merchant_reference']:'${REFERENCE}'`,
      limit: '100',
    });
  });

  it('cannot be widened by what it asks for', () => {
    const query = new URLSearchParams(searchQuery(`a' OR created>0 OR status:'x\\`, null)).get('query');
    expect(query).toBe(`metadata['merchant_reference']:'a\\' OR created>0 OR status:\\'x\\\\'`);
  });
});

describe('pages', () => {
  it('are asked for one after another, by the cursor that the one before named', async () => {
    const { outcome, requests } = await lookUp((query) =>
      query.get('page') === 'c2' ? page([entry('pi_1')]) : page([entry('pi_3'), entry('pi_2')], 'c2'),
    );
    expect(outcome).toEqual({ kind: 'answered', charges: [found('pi_3'), found('pi_2'), found('pi_1')] });
    expect(requests[0]).toMatch(/^GET \/v1\/payment_intents\/search\?query=/);
    expect(requests).toHaveLength(2);
  });

  test.each<[string, (nth: number) => string, string]>([
    ['that come again', () => page([entry('pi_1')], 'c'), 'PAGE_REPEATED'],
    ['that are empty with more to come', () => page([], 'c'), 'NO_PROGRESS'],
    ['without an end', (nth) => page([entry(`pi_${nth}`)], 'c'), 'TOO_MANY_PAGES'],
    ['with more to come and no cursor', () => page([entry('pi_1')], 7), 'MALFORMED'],
    ['that are no JSON', () => whole('200 OK', '<html>'), 'UNREADABLE'],
    ['not found', () => whole('404 Not Found', '{}'), 'HTTP_404'],
    ['without data', () => whole('200 OK', '{"has_more":false}'), 'MALFORMED'],
  ])('%s prove nothing', async (_name, answer, reason) => {
    expect((await lookUp((_query, nth) => answer(nth))).outcome).toEqual(inconclusive(reason));
  });

  it('refused for the secret drop it', async () => {
    const { outcome, drops } = await lookUp(() => whole('401 Unauthorized', ''));
    expect([outcome, drops]).toEqual([inconclusive('HTTP_401'), 1]);
  });
});

describe('intents', () => {
  const tried = { status: 'requires_payment_method', last_payment_error: { decline_code: 'lost_card' } };
  test.each<[string, object, object]>([
    ['in progress', { status: 'processing' }, { status: 'pending' }],
    ['about to be confirmed', { status: 'requires_confirmation' }, { status: 'pending' }],
    ['in the midst of a confirmation', { status: 'requires_action' }, { status: 'pending' }],
    ['not tried yet', { status: 'requires_payment_method' }, { status: 'pending' }],
    ['that failed', tried, { status: 'declined', declineReason: 'lost_card' }],
    [
      'canceled',
      { status: 'canceled', cancellation_reason: 'abandoned' },
      { status: 'declined', declineReason: 'abandoned' },
    ],
    ['canceled for no reason', { status: 'canceled' }, { status: 'declined', declineReason: 'canceled' }],
    ['received in part', { amount_received: 1 }, { amountMinor: 1 }],
    ['of another reference', { metadata: { merchant_reference: 'x' } }, { reference: 'x' }],
  ])('%s', async (_name, given, expected) => {
    const { outcome } = await lookUp(() => page([entry('pi_1', given)]));
    expect(outcome).toEqual({ kind: 'answered', charges: [found('pi_1', expected)] });
  });

  test.each<[string, unknown]>([
    ['held for a capture', entry('pi_1', { status: 'requires_capture' })],
    ['of a status never seen', entry('pi_1', { status: 'quantum' })],
    ['without an id', entry('')],
    ['without an amount received', entry('pi_1', { amount_received: null })],
    ['without a reference', entry('pi_1', { metadata: {} })],
    ['of a currency that is none', entry('pi_1', { currency: 'abc' })],
    ['that are charges', entry('ch_1', { object: 'charge' })],
    ['that are nothing', null],
  ])('%s prove nothing', async (_name, given) => {
    expect((await lookUp(() => page([entry('pi_0'), given]))).outcome).toEqual(inconclusive('MALFORMED'));
  });
});
