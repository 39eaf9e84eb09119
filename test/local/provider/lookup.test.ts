import { expect, test } from 'vitest';
import { CHARGE, eventually, provider } from './provider-client.ts';

const ids = (seen: { json: { data: { id: string }[] } }) => seen.json.data.map((charge) => charge.id);

test('a lookup shows the charges of one merchant reference, as they were answered', async () => {
  const { charge, lookup } = await provider();
  const mine = await charge('"k1"');
  await charge('"k2"', { ...CHARGE, merchant_reference: 'tenant-1001-a2' });
  const seen = await lookup();
  expect(seen.status).toBe(200);
  expect(seen.json).toStrictEqual({ data: [mine.json], has_more: false });
  expect((await lookup({ merchant_reference: 'nobody' })).json).toStrictEqual({ data: [], has_more: false });
});

test('pages: newest first, ten by default, starting_after goes on with the next older', async () => {
  const { charge, lookup } = await provider();
  for (let n = 1; n <= 12; n += 1) await charge(`"k${n}"`);
  const first = await lookup();
  expect(ids(first)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `ch_${String(n).padStart(6, '0')}`));
  expect(first.json.has_more).toBe(true);
  const second = await lookup({ starting_after: 'ch_000003' });
  expect(ids(second)).toEqual(['ch_000002', 'ch_000001']);
  expect(second.json.has_more).toBe(false);
  expect(ids(await lookup({ limit: '100' }))).toHaveLength(12);
  expect((await lookup({ limit: '12' })).json.has_more).toBe(false);
  expect(ids(await lookup({ limit: '1', starting_after: 'ch_000012' }))).toEqual(['ch_000011']);
});

test('a page boundary stays where it is when a newer charge arrives', async () => {
  const { charge, lookup } = await provider();
  for (let n = 1; n <= 3; n += 1) await charge(`"k${n}"`);
  expect(ids(await lookup({ limit: '2' }))).toEqual(['ch_000003', 'ch_000002']);
  await charge('"k4"');
  expect(ids(await lookup({ limit: '2', starting_after: 'ch_000002' }))).toEqual(['ch_000001']);
});

test.for([
  ['merchant_reference', { merchant_reference: '' }],
  ['limit', { limit: '0' }],
  ['limit', { limit: '101' }],
  ['limit', { limit: '1.5' }],
  ['limit', { limit: '' }],
  ['starting_after', { starting_after: 'ch_000099' }],
  ['starting_after', { starting_after: 'ch_000002' }], // another reference's
] as const)('400 names %s for %o', async ([field, query]) => {
  const { charge, lookup } = await provider();
  await charge('"k1"');
  await charge('"k2"', { ...CHARGE, merchant_reference: 'other' });
  const seen = await lookup(query);
  expect(seen.status).toBe(400);
  expect(seen.json.error.field).toBe(field);
});

test('400 without merchant_reference', async () => {
  const { call } = await provider();
  expect((await call('GET', '/v1/charges')).status).toBe(400);
});

test('a declined attempt is listed as failed under its own id; only moved money is in /_charges', async () => {
  const { charge, charged, lookup } = await provider();
  await charge('"k1"', { ...CHARGE, source: 'tok_declined' });
  await charge('"k2"');
  expect((await lookup()).json.data).toMatchObject([
    { id: 'ch_000002', status: 'succeeded' },
    { id: 'ch_000001', status: 'failed', decline_code: 'insufficient_funds', amount: 54_890, currency: 'TRY' },
  ]);
  expect(await charged()).toMatchObject([{ id: 'ch_000002' }]);
});

test('a charge in progress is listed as pending only when the control says so', async () => {
  const { charge, control, lookup } = await provider();
  await control({ mode: 'late', delaySeconds: 1, lookup: { pending: true } });
  await charge('"k1"');
  expect((await lookup()).json.data).toMatchObject([{ id: 'ch_000001', status: 'pending' }]);
  await control({ mode: 'normal' });
  expect((await lookup()).json.data).toEqual([]);
  await eventually(async () =>
    expect((await lookup()).json.data).toMatchObject([{ id: 'ch_000001', status: 'succeeded' }]),
  );
});

test('lag: a charge shows only after so many seconds', async () => {
  const { charge, charged, control, lookup } = await provider();
  await control({ mode: 'normal', lookup: { lagSeconds: 1 } });
  const begun = performance.now();
  await charge('"k1"');
  expect(await charged()).toHaveLength(1);
  expect((await lookup()).json.data).toEqual([]);
  await eventually(async () => expect((await lookup()).json.data).toHaveLength(1));
  expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
});

test('lag and pending: the lookup still says pending when the money has just moved', async () => {
  const { charge, charged, control, lookup } = await provider();
  await control({ mode: 'slow', delaySeconds: 1, lookup: { pending: true, lagSeconds: 1 } });
  await charge('"k1"');
  expect(await charged()).toHaveLength(1);
  expect((await lookup()).json.data).toMatchObject([{ status: 'pending' }]);
  await eventually(async () => expect((await lookup()).json.data).toMatchObject([{ status: 'succeeded' }]));
});

test('lookup.status: lookups fail, charges do not', async () => {
  const { charge, control, lookup } = await provider();
  await control({ mode: 'normal', lookup: { status: 503 } });
  expect((await charge('"k1"')).status).toBe(201);
  const seen = await lookup();
  expect([seen.status, seen.json.error.code]).toEqual([503, 'lookup_failed']);
  await control({ mode: 'normal' });
  expect(ids(await lookup())).toEqual(['ch_000001']);
});

test.for(['error', 'drop', 'reset', 'slow', 'late'])('mode %s leaves lookups alone', async (mode) => {
  const { charge, control, lookup } = await provider();
  await charge('"k1"');
  await control({ mode, times: 1 });
  expect(ids(await lookup())).toEqual(['ch_000001']);
});
