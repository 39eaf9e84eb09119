import { expect, test } from 'vitest';
import { CHARGE, eventually, provider } from './provider-client.ts';

test.for([
  ['mode', {}],
  ['mode', { mode: 'broken' }],
  ['delaySeconds', { mode: 'slow', delaySeconds: -1 }],
  ['delaySeconds', { mode: 'slow', delaySeconds: '1' }],
  ['status', { mode: 'error', status: 99 }],
  ['status', { mode: 'error', status: 503.5 }],
  ['retryAfter', { mode: 'error', retryAfter: -1 }],
  ['retryAfter', { mode: 'error', retryAfter: 'a\nb' }],
  ['times', { mode: 'error', times: 0 }],
  ['times', { mode: 'error', times: 1.5 }],
  ['ratio', { mode: 'error', ratio: 1.1 }],
  ['seed', { mode: 'error', seed: 'x' }],
  ['others', { mode: 'error', others: { mode: 'drop' } }],
  ['others.0.mode', { mode: 'error', others: [{ mode: 'broken' }] }],
  ['others.0.status', { mode: 'error', others: [{ mode: 'error', status: 99 }] }],
  ['others.0.ratio', { mode: 'error', others: [{ mode: 'error', ratio: 0.5 }] }],
  ['delay', { mode: 'slow', delay: 1 }],
  ['lookup', { mode: 'normal', lookup: 503 }],
  ['lookup.status', { mode: 'normal', lookup: { status: 'down' } }],
  ['lookup.lagSeconds', { mode: 'normal', lookup: { lagSeconds: -1 } }],
  ['lookup.pending', { mode: 'normal', lookup: { pending: 'yes' } }],
  ['lookup.lag', { mode: 'normal', lookup: { lag: 1 } }],
  ['body', []],
  ['body', null],
] as const)('400 names %s for %o, and the control stays as it was', async ([field, bad]) => {
  const { charge, control } = await provider();
  await control({ mode: 'decline' });
  const seen = await control(bad);
  expect(seen.status).toBe(400);
  expect(seen.json.error).toMatchObject({ code: 'invalid_control', field });
  expect(seen.json.error.message).toMatch(new RegExp(`^${field}: (must be|is missing|is not a known field)`));
  expect((await charge('"k1"')).status).toBe(402);
});

test('400 for a control that is no JSON', async () => {
  const { call } = await provider();
  const seen = await call('PUT', '/_control', { body: '{mode' });
  expect([seen.status, seen.json.error.message]).toEqual([400, 'body: must be JSON']);
});

test('a control replaces the one before and is answered as understood', async () => {
  const { charge, control } = await provider();
  await control({ mode: 'error', times: 5, lookup: { status: 503 } });
  const seen = await control({ mode: 'normal' });
  expect([seen.status, seen.json]).toEqual([200, { mode: 'normal' }]);
  expect((await charge('"k1"')).status).toBe(201);
});

test('DELETE /_state forgets charges, keys, requests, mode and the numbering', async () => {
  const { charge, charged, control, forget, lookup, requests } = await provider();
  await charge('"k1"');
  await control({ mode: 'error', lookup: { status: 503 } });
  expect((await forget()).status).toBe(204);
  expect([await charged(), await requests()]).toEqual([[], []]);
  expect((await lookup()).json.data).toEqual([]);
  const seen = await charge('"k1"');
  expect([seen.status, seen.json.id, seen.headers.has('idempotent-replayed')]).toEqual([201, 'ch_000001', false]);
});

test.for(['slow', 'late'])('DELETE /_state also cancels what was still to be charged: %s', async (mode) => {
  const { charge, charged, control, forget, requests } = await provider();
  await control({ mode, delaySeconds: 0.2 });
  const cancelled = charge('"k1"').catch(() => 'cut');
  await eventually(async () => expect(await requests()).toHaveLength(1));
  await forget();
  await cancelled;
  await control({ mode: 'slow', delaySeconds: 0.4 });
  await charge('"k2"', { ...CHARGE, merchant_reference: 'later' }); // answered after k1 would have been charged
  expect(await charged()).toMatchObject([{ idempotencyKey: 'k2' }]);
});

test('DELETE /_state cuts off the client of a cancelled charge', async () => {
  const { charge, control, forget, requests } = await provider();
  await control({ mode: 'slow', delaySeconds: 3600 });
  const cancelled = charge('"k1"').catch((error: Error) => error.cause);
  await eventually(async () => expect(await requests()).toHaveLength(1));
  await forget();
  expect(await cancelled).toMatchObject({ code: 'ECONNRESET' });
});

test.for([
  ['GET', '/', 404],
  ['GET', '/v1/refunds', 404],
  ['GET', '/constructor', 404],
  ['POST', '/_control', 405],
  ['DELETE', '/v1/charges', 405],
  ['POST', '/_requests', 405],
  ['GET', '/_state', 405],
] as const)('%s %s is %i', async ([method, path, status]) => {
  const { call } = await provider();
  const seen = await call(method, path);
  expect(seen.status).toBe(status);
  expect(seen.headers.has('allow')).toBe(status === 405);
});
