// The search at the fake: pages by opaque cursors, the lag of its index, and the modes and inspection beside it.

import { expect, test } from 'vitest';
import { stripe } from './stripe-client.ts';

test('pages lead from one cursor to the next, newest first, each intent once', async () => {
  const { confirm, search } = await stripe();
  for (const key of ['k1', 'k2', 'k3']) await confirm(key);
  await confirm('k4', { 'metadata[merchant_reference]': 'another' });
  const first = (await search({ limit: '2' })).json;
  expect(first).toMatchObject({ object: 'search_result', has_more: true, next_page: expect.any(String) });
  const last = (await search({ limit: '2', page: first.next_page })).json;
  expect(last).toMatchObject({ has_more: false, next_page: null });
  const ids = [...first.data, ...last.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(['pi_000003', 'pi_000002', 'pi_000001']);
});

test('the index lags behind the money', async () => {
  const { confirm, search, control, charged } = await stripe();
  await control({ mode: 'normal', lookup: { lagSeconds: 60 } });
  await confirm('k1');
  expect(await charged()).toHaveLength(1);
  expect((await search()).json).toMatchObject({ data: [], has_more: false });
  await control({ mode: 'normal' });
  expect((await search()).json.data).toHaveLength(1);
});

test('a decline is listed with its last error, a payment under way as processing', async () => {
  const { confirm, search, control } = await stripe();
  await control({ mode: 'decline' });
  await confirm('k1');
  const failed = { status: 'requires_payment_method', last_payment_error: { decline_code: 'insufficient_funds' } };
  expect((await search()).json.data).toMatchObject([failed]);
  await control({ mode: 'late', delaySeconds: 60, status: 200, lookup: { pending: true } });
  expect((await confirm('k2')).json).toMatchObject({ status: 'processing', amount_received: 0 });
  expect((await search()).json.data).toMatchObject([{ status: 'processing' }, failed]);
});

test.each([{ query: "status:'succeeded'" }, { limit: '101' }, { limit: 'x' }, { page: 'pi_000001' }])(
  '%j is no search',
  async (more) => {
    const { confirm, search } = await stripe();
    await confirm('k1');
    expect((await search(more)).status).toBe(400);
  },
);

test('modes at the door leave no trace under the key', async () => {
  const { confirm, search, control } = await stripe();
  await control({ mode: 'error', status: 429, retryAfter: 5, times: 1, lookup: { status: 503 } });
  const limited = await confirm('k1');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '5']);
  expect((await search()).status).toBe(503);
  expect((await confirm('k1')).headers.has('idempotent-replayed')).toBe(false);
});

test('what arrived can be seen, without a card, and forgotten', async () => {
  const { call, confirm, charged } = await stripe();
  await confirm('k1');
  const { json, text } = await call('GET', '/_requests');
  expect(json).toMatchObject([{ method: 'POST', idempotencyKey: 'k1', answered: 200, replayed: false }]);
  expect(text).not.toContain('pm_card_visa');
  expect((await call('DELETE', '/_state')).status).toBe(204);
  expect(await charged()).toEqual([]);
});
