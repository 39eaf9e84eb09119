import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHARGE, eventually, provider } from './provider-client.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('every request under /v1 is logged in order, with what it was answered', async () => {
  const { call, charge, control, lookup, requests } = await provider();
  await charge('"k1"');
  await charge('k1');
  await charge(null);
  await control({ mode: 'normal' });
  await lookup();
  await call('DELETE', '/v1/charges');
  const sent = { method: 'POST', path: '/v1/charges', bodySha256: sha256(JSON.stringify(CHARGE)) };
  const reference = { merchantReference: 'tenant-1001-a1' };
  expect(await requests()).toMatchObject([
    { ...sent, ...reference, idempotencyKey: '"k1"', answered: 201, replayed: false },
    { ...sent, ...reference, idempotencyKey: 'k1', answered: 201, replayed: true },
    { ...sent, ...reference, idempotencyKey: null, answered: 400, replayed: false },
    {
      ...reference,
      method: 'GET',
      path: '/v1/charges?merchant_reference=tenant-1001-a1',
      bodySha256: null,
      answered: 200,
    },
    { method: 'DELETE', path: '/v1/charges', merchantReference: null, answered: 405 },
  ]);
});

test('an entry has exactly the documented fields, and a time', async () => {
  const { charge, requests } = await provider();
  await charge('"k1"');
  const [entry] = await requests();
  expect(Object.keys(entry)).toEqual([
    'at',
    'method',
    'path',
    'idempotencyKey',
    'bodySha256',
    'merchantReference',
    'body',
    'answered',
    'replayed',
  ]);
  expect(new Date(entry.at).toISOString()).toBe(entry.at);
});

test('neither the card token nor the credentials are kept', async () => {
  const { call, charge } = await provider();
  await charge('"k1"', { ...CHARGE, source: 'tok_very_secret' });
  await charge('"k2"', '{"source":"tok_very_secret"'); // not JSON
  await charge('"k3"', { ...CHARGE, amount: 'tok_very_secret', source: { number: 'tok_very_secret' } });
  const { text, json } = await call('GET', '/_requests');
  expect(json[0].body).toEqual({ ...CHARGE, source: '***' });
  expect(json[1].body).toBeNull();
  expect(json[2].body.source).toBe('***');
  expect(text).not.toContain('sk_test');
  expect(JSON.stringify(json.map((entry: { body: unknown }) => entry.body))).not.toContain('"source":"tok');
});

test('an answer that is still to come is "none" until it is sent', async () => {
  const { charge, control, requests } = await provider();
  await control({ mode: 'slow', delaySeconds: 1 });
  const answer = charge('"k1"');
  await eventually(async () => expect(await requests()).toMatchObject([{ answered: 'none' }]));
  await answer;
  expect(await requests()).toMatchObject([{ answered: 201 }]);
});

test('a charge in /_charges carries the key it was made with', async () => {
  const { charge, charged } = await provider();
  const { json } = await charge('"k1"');
  expect(await charged()).toStrictEqual([{ ...json, idempotencyKey: 'k1' }]);
});
