import { expect, test } from 'vitest';
import { CHARGE, eventually, provider } from './provider-client.ts';

test('a charge answers exactly the documented body', async () => {
  const { charge } = await provider();
  const seen = await charge('"k1"');
  expect(seen.status).toBe(201);
  expect(seen.headers.get('content-type')).toBe('application/json');
  expect(seen.headers.has('idempotent-replayed')).toBe(false);
  expect(seen.json).toStrictEqual({
    id: 'ch_000001',
    status: 'succeeded',
    amount: 54_890,
    currency: 'TRY',
    merchant_reference: 'tenant-1001-a1',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test('the same key and bytes replay the stored result, byte for byte', async () => {
  const { charge, charged } = await provider();
  const first = await charge('"k1"');
  const again = await charge('"k1"');
  expect(again.status).toBe(201);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await charged()).toHaveLength(1);
});

test('another key is another charge', async () => {
  const { charge, charged } = await provider();
  expect((await charge('"k1"')).json.id).toBe('ch_000001');
  expect((await charge('"k2"')).json.id).toBe('ch_000002');
  expect(await charged()).toHaveLength(2);
});

test.for([
  ['quoted then bare', '"abc-1"', 'abc-1'],
  ['bare then quoted', 'abc-1', '"abc-1"'],
  ['an escaped quote', '"a\\"b"', '"a\\"b"'],
])('one key in two spellings: %s', async ([, first, second]) => {
  const { charge, charged } = await provider();
  expect((await charge(first ?? '')).status).toBe(201);
  expect((await charge(second ?? '')).headers.get('idempotent-replayed')).toBe('true');
  expect(await charged()).toHaveLength(1);
});

test.for([
  ['absent', null, 'idempotency_key_missing'],
  ['empty', '', 'idempotency_key_invalid'],
  ['empty string', '""', 'idempotency_key_invalid'],
  ['unclosed quote', '"abc', 'idempotency_key_invalid'],
  ['two values', 'a, b', 'idempotency_key_invalid'],
  ['two strings', '"a", "b"', 'idempotency_key_invalid'],
  ['a space in a bare key', 'a b', 'idempotency_key_invalid'],
  ['256 characters', 'k'.repeat(256), 'idempotency_key_invalid'],
])('400 for a key that is %s', async ([, key, code]) => {
  const { charge, charged } = await provider();
  const seen = await charge(key ?? null);
  expect(seen.status).toBe(400);
  expect(seen.json.error.code).toBe(code);
  expect(await charged()).toEqual([]);
});

test('255 characters are a key', async () => {
  const { charge } = await provider();
  expect((await charge('k'.repeat(255))).status).toBe(201);
});

test.for([
  ['another amount', { ...CHARGE, amount: 1 }],
  ['the same JSON in other bytes', JSON.stringify(CHARGE, null, 1)],
])('422 for the same key with %s, and the stored result stays', async ([, body]) => {
  const { charge, charged } = await provider();
  const first = await charge('"k1"');
  const other = await charge('"k1"', body);
  expect(other.status).toBe(422);
  expect(other.json.error.code).toBe('idempotency_key_reused');
  expect((await charge('"k1"')).text).toBe(first.text);
  expect(await charged()).toHaveLength(1);
});

test('409 while the first request is processing, 422 for another body meanwhile', async () => {
  const { charge, control, requests } = await provider();
  await control({ mode: 'slow', delaySeconds: 1, times: 1 });
  const first = charge('"k1"');
  await eventually(async () => expect(await requests()).toHaveLength(1));
  const meanwhile = await charge('"k1"');
  expect(meanwhile.status).toBe(409);
  expect(meanwhile.json.error.code).toBe('idempotency_key_in_use');
  expect((await charge('"k1"', { ...CHARGE, amount: 1 })).status).toBe(422);
  expect((await first).status).toBe(201);
  expect((await charge('"k1"')).headers.get('idempotent-replayed')).toBe('true');
});

test('a decline is stored and replayed', async () => {
  const { charge, charged } = await provider();
  const first = await charge('"k1"', { ...CHARGE, source: 'tok_declined' });
  expect(first.status).toBe(402);
  expect(first.json.error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
  const again = await charge('"k1"', { ...CHARGE, source: 'tok_declined' });
  expect(again.status).toBe(402);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await charged()).toEqual([]);
});

test('a 400 does not burn the key', async () => {
  const { charge } = await provider();
  expect((await charge('"k1"', { ...CHARGE, amount: 0 })).status).toBe(400);
  const corrected = await charge('"k1"');
  expect(corrected.status).toBe(201);
  expect(corrected.headers.has('idempotent-replayed')).toBe(false);
});

test.for(['normal', 'slow', 'charged-error', 'late', 'garbage'])(
  '80 concurrent sends of one key in mode %s charge once',
  async (mode) => {
    const { charge, charged, control } = await provider();
    await control({ mode, delaySeconds: 0.3 });
    const seen = await Promise.all(Array.from({ length: 80 }, () => charge('"k1"')));
    const firsts = seen.filter((one) => one.status !== 409 && !one.headers.has('idempotent-replayed'));
    expect(firsts).toHaveLength(1);
    await eventually(async () => expect(await charged()).toHaveLength(1));
    const last = await charge('"k1"');
    expect(last.headers.get('idempotent-replayed')).toBe('true');
    expect(await charged()).toHaveLength(1);
  },
);

test('60 concurrent keys are 60 charges with 60 ids', async () => {
  const { charge, charged } = await provider();
  await Promise.all(Array.from({ length: 60 }, (_, n) => charge(`"k${n}"`)));
  const ids = (await charged()).map((one: { id: string }) => one.id);
  expect(new Set(ids).size).toBe(60);
});
