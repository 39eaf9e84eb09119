// The Stripe adapter: the contract against a Stripe-shaped fake, and the bytes that it puts on the wire.

import { describe, expect, it, test } from 'vitest';
import { renderStripeCharge } from '#adapters/provider/stripe/charge-body.ts';
import { createStripeProvider } from '#adapters/provider/stripe/stripe-provider.ts';
import { parseSettings } from '#core/settings/parse-settings.ts';
import { PROVIDER_DEFAULTS } from '#core/settings/provider-defaults.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';
import { startStripe } from '#local/stripe/server.ts';
import { type Behaviour, providerContract } from '../../../contract/provider-contract.ts';
import { rawServer, whole } from '../wire/raw-server.ts';

const SECRET = 'sk_test_4711';
const secret = { get: async () => SECRET, drop: () => {} };
const settingsFor = (baseUrl: string) => ({
  attemptTimeoutSeconds: 1,
  provider: { ...DEFAULT_SETTINGS.provider, ...PROVIDER_DEFAULTS.stripe, baseUrl },
});

/** The fake answers after the adapter's one second. */
const TOO_SLOW = { mode: 'slow', delaySeconds: 2 };

function controlFor(behaviour: Behaviour): object {
  switch (behaviour.kind) {
    case 'charge':
      return { mode: 'normal' };
    case 'decline':
      return { mode: 'decline' };
    case 'chargeTooSlowly':
      return TOO_SLOW;
    case 'chargeUnreadably':
      return { mode: 'garbage' };
    case 'hangUp':
      return { mode: 'reset' };
    case 'answer':
      return { mode: 'error', status: behaviour.status, retryAfter: behaviour.retryAfter };
    case 'lookupLags':
      return { mode: 'normal', lookup: { lagSeconds: 3_600 } };
    case 'lookupFails':
      return { mode: 'normal', lookup: { status: 503 } };
    case 'lookupShowsPending':
      return { ...TOO_SLOW, lookup: { pending: true } };
  }
}

async function fakeUnderTest() {
  const fake = await startStripe();
  return {
    provider: createStripeProvider({ settings: settingsFor(fake.url), secret }),
    renderCharge: renderStripeCharge,
    async control(control: object) {
      const answer = await fetch(`${fake.url}/_control`, { method: 'PUT', body: JSON.stringify(control) });
      expect(answer.status).toBe(200);
    },
    async timesCharged(reference: string) {
      const charges = (await (await fetch(`${fake.url}/_charges`)).json()) as { merchant_reference: string }[];
      return charges.filter((charge) => charge.merchant_reference === reference).length;
    },
    close: () => fake.close(),
  };
}

providerContract(
  'the Stripe adapter',
  async () => {
    const subject = await fakeUnderTest();
    return { ...subject, behave: (behaviour) => subject.control(controlFor(behaviour)) };
  },
  // A PaymentIntent is made with 200; "the last digit must be 0"; "up to eight digits"; every 5xx is indeterminate.
  { created: 200, otherBody: 400, unavailable: 'doubt', threeDecimals: 548_900, most: 99_999_999 },
);

const EXPECTED = {
  reference: 'abcdefghij-1001-0123456789abcdef0123456789abcdef',
  amountMinor: 54_890,
  currency: 'TRY',
};
const CHARGE = {
  providerKey: '0190a000-0000-7000-8000-000000000001',
  body: renderStripeCharge({ ...EXPECTED, orderId: '1001' }, 'pm_card_visa'),
  expected: EXPECTED,
};

describe('against the fake', () => {
  it('a stored 500 is a doubt for ever, and the lookup tells what became of the money', async () => {
    const { provider, control, timesCharged, close } = await fakeUnderTest();
    await control({ mode: 'charged-error', status: 500, times: 1 });
    expect(await provider.send(CHARGE)).toEqual({ kind: 'unknown', reason: 'serverError', status: 500 });
    // All that the key will ever answer: no reason to send it a third time.
    expect(await provider.send(CHARGE)).toEqual({ kind: 'unknown', reason: 'unreadableReply', status: 500 });
    expect(await provider.lookup(EXPECTED.reference)).toMatchObject({ charges: [{ status: 'succeeded' }] });
    expect(await timesCharged(EXPECTED.reference)).toBe(1);
    await close();
  });

  it('a bank that wants to ask its customer says no', async () => {
    const { provider, close } = await fakeUnderTest();
    const body = renderStripeCharge({ ...EXPECTED, orderId: '1001' }, 'pm_card_authenticationRequired');
    const declined = { kind: 'declined', reason: 'authentication_required', replayed: false };
    expect(await provider.send({ ...CHARGE, body })).toEqual(declined);
    await close();
  });

  test.each([
    ['ISK', 548],
    ['UGX', 548],
    ['MGA', 54_800],
    ['HUF', 54_890],
    ['TWD', 54_890],
  ])('%s comes back as the minor units that went out: %d', async (currency, amountMinor) => {
    const { provider, close } = await fakeUnderTest();
    const expected = { ...EXPECTED, currency, amountMinor };
    const body = renderStripeCharge({ ...expected, orderId: '1001' }, 'pm_card_visa');
    expect(await provider.send({ ...CHARGE, body, expected })).toMatchObject({ kind: 'approved' });
    expect(await provider.lookup(EXPECTED.reference)).toMatchObject({ charges: [{ currency, amountMinor }] });
    await close();
  });
});

describe('a charge on the wire', () => {
  const answering = () => rawServer((socket) => socket.end(whole('409 Conflict', '')));

  it('is one POST of a form, with the bare key and a pinned version', async () => {
    const server = await answering();
    await createStripeProvider({ settings: settingsFor(server.url.origin), secret }).send(CHARGE);
    const [head = '', body] = server.received[0]?.split('\r\n\r\n') ?? [];
    const [requestLine, ...headers] = head.split('\r\n');
    expect(requestLine).toBe('POST /v1/payment_intents HTTP/1.1');
    expect(headers.map((line) => line.toLowerCase()).sort()).toEqual([
      'accept-encoding: identity',
      'accept: application/json',
      `authorization: bearer ${SECRET}`,
      'connection: close',
      `content-length: ${CHARGE.body.length}`,
      'content-type: application/x-www-form-urlencoded',
      `host: ${server.url.host}`,
      'idempotency-key: 0190a000-0000-7000-8000-000000000001',
      'stripe-version: 2025-03-31.basil',
      'user-agent: paid-once',
    ]);
    expect(body).toBe(CHARGE.body);
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['KWD', 548_905, 'the last of three digits is not 0'],
    ['MGA', 150, 'Stripe knows no fifths of an ariary'],
  ])('never leaves in %s with %d minor units: %s', async (currency, amountMinor) => {
    const server = await answering();
    const expected = { ...EXPECTED, currency, amountMinor };
    const provider = createStripeProvider({ settings: settingsFor(server.url.origin), secret });
    const outcome = await provider.send({ ...CHARGE, expected });
    expect(outcome).toEqual({ kind: 'rejected', status: 400, code: 'amount_not_chargeable' });
    expect(server.received).toHaveLength(0);
  });

  it('never leaves without a usable secret, and drops it on request', async () => {
    const server = await answering();
    let drops = 0;
    const unusable = {
      get: async () => '',
      drop: () => {
        drops += 1;
      },
    };
    const provider = createStripeProvider({ settings: settingsFor(server.url.origin), secret: unusable });
    expect(await provider.send(CHARGE)).toEqual({ kind: 'notSent', phase: 'lookup', code: 'SECRET_UNUSABLE' });
    provider.dropCredentials();
    expect([server.received, drops]).toEqual([[], 1]);
  });
});

test('what Stripe promises stands together with the defaults', () => {
  const provider = { ...PROVIDER_DEFAULTS.stripe, adapter: 'stripe' };
  expect(parseSettings({ provider: { adapter: 'stripe' } })).toMatchObject({ kind: 'valid', settings: { provider } });
  const given = { adapter: 'stripe', baseUrl: 'http://127.0.0.1:9', lookupLagSeconds: 0 };
  expect(parseSettings({ provider: given })).toMatchObject({ settings: { provider: { ...provider, ...given } } });
});
