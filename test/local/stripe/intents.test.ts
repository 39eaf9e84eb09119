// PaymentIntents at the fake: what is created, refused, declined, and what a key answers (docs.stripe.com).

import { describe, expect, test } from 'vitest';
import { stripe } from './stripe-client.ts';

test('an intent that is confirmed at once comes back succeeded, with its metadata', async () => {
  const { confirm, charged } = await stripe();
  const { status, json } = await confirm('k1');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    id: expect.stringMatching(/^pi_/),
    object: 'payment_intent',
    status: 'succeeded',
    amount: 54_890,
    amount_received: 54_890,
    currency: 'try',
    metadata: { merchant_reference: 'tenant-1001-a1' },
  });
  expect(await charged()).toMatchObject([{ id: json.id, idempotencyKey: 'k1' }]);
});

describe('a key', () => {
  test('replays the first result byte for byte, and says so', async () => {
    const { confirm, charged } = await stripe();
    const first = await confirm('k1');
    const again = await confirm('k1');
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await charged()).toHaveLength(1);
  });

  test('refuses another body as an idempotency error', async () => {
    const { confirm } = await stripe();
    await confirm('k1');
    expect(await confirm('k1', { amount: '1' })).toMatchObject({
      status: 400,
      json: { error: { type: 'idempotency_error' } },
    });
  });

  test('in use is a conflict that may be tried again', async () => {
    const { confirm, control } = await stripe();
    await control({ mode: 'slow', delaySeconds: 1 });
    const first = confirm('k1');
    await expect.poll(async () => (await confirm('k1')).status).toBe(409);
    const inUse = await confirm('k1');
    expect(inUse.json.error.code).toBe('idempotency_key_in_use');
    expect(inUse.headers.get('stripe-should-retry')).toBe('true');
    expect((await first).status).toBe(200);
  });

  test('replays a 500 although the money moved', async () => {
    const { confirm, control, charged } = await stripe();
    await control({ mode: 'charged-error', times: 1 });
    expect(await confirm('k1')).toMatchObject({ status: 500, json: { error: { type: 'api_error' } } });
    const again = await confirm('k1');
    expect(again.status).toBe(500);
    expect(again.headers.get('stripe-should-retry')).toBe('false');
    expect(await charged()).toHaveLength(1);
  });

  test('keeps nothing of a form that was refused', async () => {
    const { confirm } = await stripe();
    expect((await confirm('k1', { amount: '0' })).status).toBe(400);
    expect((await confirm('k1')).status).toBe(200);
  });

  test.each(['', 'k'.repeat(256)])('%j is none', async (key) => {
    const { confirm } = await stripe();
    expect((await confirm(key)).status).toBe(400);
  });
});

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_authenticationRequired', 'authentication_required', 'authentication_required'],
])('%s is declined, with the intent in the error', async (paymentMethod, code, declineCode) => {
  const { confirm, charged } = await stripe();
  const { status, json } = await confirm('k1', { payment_method: paymentMethod });
  expect(status).toBe(402);
  expect(json.error).toMatchObject({
    type: 'card_error',
    code,
    decline_code: declineCode,
    payment_intent: { status: 'requires_payment_method', amount_received: 0 },
  });
  expect(await charged()).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  ['no integer', { amount: '1.5' }, 'amount'],
  ['nothing', { amount: '0' }, 'amount'],
  ['nine digits', { amount: '100000000' }, 'amount'],
  ['three decimals that do not end in 0', { currency: 'kwd', amount: '5124' }, 'amount'],
  ['a fraction of UGX', { currency: 'ugx', amount: '550' }, 'amount'],
  ['a capital currency', { currency: 'TRY' }, 'currency'],
  ['no confirmation', { confirm: 'false' }, 'confirm'],
  ['a parameter that is unknown', { colour: 'red' }, 'colour'],
  ['a token as a payment method', { payment_method: 'tok_visa' }, 'payment_method'],
])('a form with %s is refused by its parameter', async (_name, more, param) => {
  const { confirm, charged } = await stripe();
  const error = { type: 'invalid_request_error', param };
  expect(await confirm('k1', more)).toMatchObject({ status: 400, json: { error } });
  expect(await charged()).toEqual([]);
});

test('nobody comes in without a secret', async () => {
  const { confirm } = await stripe();
  expect((await confirm('k1', {}, { headers: { Authorization: '' } })).status).toBe(401);
});

test('what is not there is not found', async () => {
  const { call } = await stripe();
  expect((await call('GET', '/v1/charges')).status).toBe(404);
});
