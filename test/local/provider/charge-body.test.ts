import { expect, test } from 'vitest';
import { CHARGE, provider } from './provider-client.ts';

test.for([
  ['amount', { ...CHARGE, amount: undefined }],
  ['amount', { ...CHARGE, amount: 0 }],
  ['amount', { ...CHARGE, amount: -100 }],
  ['amount', { ...CHARGE, amount: 1.5 }],
  ['amount', { ...CHARGE, amount: '548.90' }],
  ['currency', { ...CHARGE, currency: 'try' }],
  ['currency', { ...CHARGE, currency: 'TRYX' }],
  ['currency', { ...CHARGE, currency: undefined }],
  ['source', { ...CHARGE, source: '' }],
  ['source', { ...CHARGE, source: 4242 }],
  ['merchant_reference', { ...CHARGE, merchant_reference: '' }],
  ['merchant_reference', { ...CHARGE, merchant_reference: undefined }],
  ['description', { ...CHARGE, description: 1 }],
  ['body', []],
  ['body', '{"amount":'],
] as const)('400 names %s for %o', async ([field, body]) => {
  const { charge, charged } = await provider();
  const seen = await charge('"k1"', body);
  expect(seen.status).toBe(400);
  expect(seen.json.error).toMatchObject({ code: 'invalid_request', field });
  expect(await charged()).toEqual([]);
});

test('the description may be left out', async () => {
  const { charge } = await provider();
  expect((await charge('"k1"', { ...CHARGE, description: undefined })).status).toBe(201);
});
