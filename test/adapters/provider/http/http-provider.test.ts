// The http adapter: the contract against the fake provider, and the bytes that it puts on the wire.

import { describe, expect, it, test } from 'vitest';
import { renderCharge } from '#adapters/provider/http/charge-body.ts';
import { createHttpProvider } from '#adapters/provider/http/http-provider.ts';
import { DEFAULT_SETTINGS, type ProviderContract } from '#core/settings/settings.ts';
import { startProvider } from '#local/provider/server.ts';
import { type Behaviour, providerContract } from '../../../contract/provider-contract.ts';
import { rawServer, whole } from '../wire/raw-server.ts';

const SECRET = 'sk_test_4711';
const secret = { get: async () => SECRET, drop: () => {} };
const settingsFor = (baseUrl: string, contract: Partial<ProviderContract> = {}) => ({
  attemptTimeoutSeconds: 1,
  provider: { ...DEFAULT_SETTINGS.provider, ...contract, baseUrl },
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

providerContract('the http adapter', async () => {
  const fake = await startProvider({ port: 0 });
  return {
    provider: createHttpProvider({ settings: settingsFor(fake.url), secret }),
    renderCharge,
    async behave(behaviour) {
      const answer = await fetch(`${fake.url}/_control`, {
        method: 'PUT',
        body: JSON.stringify(controlFor(behaviour)),
      });
      expect(answer.status).toBe(200);
    },
    async timesCharged(reference) {
      const charges = (await (await fetch(`${fake.url}/_charges`)).json()) as { merchant_reference: string }[];
      return charges.filter((charge) => charge.merchant_reference === reference).length;
    },
    close: () => fake.close(),
  };
});

const EXPECTED = {
  reference: 'abcdefghij-1001-0123456789abcdef0123456789abcdef',
  amountMinor: 54_890,
  currency: 'TRY',
};
const CHARGE = {
  providerKey: '0190a000-0000-7000-8000-000000000001',
  body: renderCharge({ ...EXPECTED, orderId: '1001' }, 'tok_visa'),
  expected: EXPECTED,
};

describe('a charge on the wire', () => {
  const answering = () => rawServer((socket) => socket.end(whole('409 Conflict', '')));

  it('is one POST with the key as a structured string, and the body as it was rendered', async () => {
    const server = await answering();
    await createHttpProvider({ settings: settingsFor(server.url.origin), secret }).send(CHARGE);
    const [head = '', body] = server.received[0]?.split('\r\n\r\n') ?? [];
    const [requestLine, ...headers] = head.split('\r\n');
    expect(requestLine).toBe('POST /v1/charges HTTP/1.1');
    expect(headers.map((line) => line.toLowerCase()).sort()).toEqual([
      'accept-encoding: identity',
      'accept: application/json',
      `authorization: bearer ${SECRET}`,
      'connection: close',
      `content-length: ${CHARGE.body.length}`,
      'content-type: application/json',
      `host: ${server.url.host}`,
      'idempotency-key: "0190a000-0000-7000-8000-000000000001"',
      'user-agent: paid-once',
    ]);
    expect(body).toBe(
      '{"amount":54890,"currency":"TRY","source":"tok_visa","description":"Order 1001","merchant_reference":"abcdefghij-1001-0123456789abcdef0123456789abcdef"}',
    );
    expect(server.received).toHaveLength(1);
  });

  it('goes under the path of the base URL, and without a key to a provider that takes none', async () => {
    const server = await answering();
    const settings = settingsFor(`${server.url.origin}/eu`, { supportsIdempotencyKeys: false });
    await createHttpProvider({ settings, secret }).send(CHARGE);
    expect(server.received[0]).toMatch(/^POST \/eu\/v1\/charges /);
    expect(server.received[0]).not.toMatch(/idempotency-key/i);
  });

  test.each([
    ['cannot be read', 'SECRET_UNREADABLE', () => Promise.reject(new Error(`no ${SECRET}`))],
    [
      'throws at once',
      'SECRET_UNREADABLE',
      () => {
        throw new Error(`no ${SECRET}`);
      },
    ],
    ['is empty', 'SECRET_UNUSABLE', async () => ''],
    ['would break the header', 'SECRET_UNUSABLE', async () => `${SECRET}\r\nx: y`],
    ['is not ASCII', 'SECRET_UNUSABLE', async () => 'sk_tést'],
  ])('never leaves when the secret %s', async (_name, code, get) => {
    const server = await answering();
    const provider = createHttpProvider({ settings: settingsFor(server.url.origin), secret: { ...secret, get } });
    expect(await provider.send(CHARGE)).toEqual({ kind: 'notSent', phase: 'lookup', code });
    expect(await provider.lookup(EXPECTED.reference)).toEqual({ kind: 'inconclusive', reason: code });
    expect(server.received).toHaveLength(0);
  });

  it('reads the secret again after its credentials were dropped', () => {
    let drops = 0;
    const counting = {
      ...secret,
      drop: () => {
        drops += 1;
      },
    };
    createHttpProvider({ settings: settingsFor('http://127.0.0.1:1'), secret: counting }).dropCredentials();
    expect(drops).toBe(1);
  });
});
