import { expect, test } from 'vitest';
import { CHARGE, eventually, provider } from './provider-client.ts';

test('slow: charges and answers after the delay', async () => {
  const { charge, charged, control, requests } = await provider();
  await control({ mode: 'slow', delaySeconds: 1 });
  const begun = performance.now();
  const answer = charge('"k1"');
  await eventually(async () => expect(await requests()).toHaveLength(1));
  expect(await charged()).toEqual([]);
  expect((await answer).status).toBe(201);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
  expect(await charged()).toHaveLength(1);
});

test('error: charges nothing, stores nothing, so the next send is processed anew', async () => {
  const { charge, charged, control } = await provider();
  await control({ mode: 'error', times: 1 });
  expect((await charge('"k1"')).status).toBe(503);
  expect(await charged()).toEqual([]);
  const next = await charge('"k1"', { ...CHARGE, amount: 100 });
  expect(next.status).toBe(201);
  expect(next.headers.has('idempotent-replayed')).toBe(false);
});

test('error: a provider that is down replays nothing either', async () => {
  const { charge, control } = await provider();
  const first = await charge('"k1"');
  await control({ mode: 'error', status: 429, times: 1 });
  expect((await charge('"k1"')).status).toBe(429);
  expect((await charge('"k1"')).text).toBe(first.text);
});

test('charged-error: the money moved, and the key replays the error for good', async () => {
  const { charge, charged, control, lookup } = await provider();
  await control({ mode: 'charged-error', times: 1 });
  const first = await charge('"k1"');
  expect(first.status).toBe(500);
  expect(await charged()).toHaveLength(1);
  const again = await charge('"k1"');
  expect(again.status).toBe(500);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await lookup()).json.data[0].status).toBe('succeeded');
  expect(await charged()).toHaveLength(1);
});

test('late: answers now, 409 meanwhile, charges after the delay, then replays the 201', async () => {
  const { charge, charged, control } = await provider();
  await control({ mode: 'late', delaySeconds: 1 });
  expect((await charge('"k1"')).status).toBe(504);
  expect(await charged()).toEqual([]);
  expect((await charge('"k1"')).status).toBe(409);
  const replay = await eventually(async () => {
    const seen = await charge('"k1"');
    expect(seen.status).toBe(201);
    return seen;
  });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toMatchObject({ id: 'ch_000001', status: 'succeeded' });
  expect(await charged()).toHaveLength(1);
});

test('late with a 2xx says that the charge is pending', async () => {
  const { charge, control } = await provider();
  await control({ mode: 'late', status: 202, delaySeconds: 60 });
  const seen = await charge('"k1"');
  expect(seen.status).toBe(202);
  expect(seen.json).toMatchObject({ id: 'ch_000001', status: 'pending', merchant_reference: 'tenant-1001-a1' });
});

test('drop: never processed, never answered, and the key is free', async () => {
  const { charge, charged, control, requests } = await provider();
  await control({ mode: 'drop', times: 1 });
  await expect(charge('"k1"', CHARGE, AbortSignal.timeout(300))).rejects.toThrow('timeout');
  expect(await requests()).toMatchObject([{ answered: 'none' }]);
  expect(await charged()).toEqual([]);
  const next = await charge('"k1"');
  expect(next.status).toBe(201);
  expect(next.headers.has('idempotent-replayed')).toBe(false);
});

test('reset: the connection is reset, nothing is processed, and the key is free', async () => {
  const { charge, charged, control, requests } = await provider();
  await control({ mode: 'reset', times: 1 });
  await expect(charge('"k1"')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(await requests()).toMatchObject([{ answered: 'none', merchantReference: 'tenant-1001-a1' }]);
  expect(await charged()).toEqual([]);
  expect((await charge('"k1"')).headers.has('idempotent-replayed')).toBe(false);
});

test('garbage: charges, answers an unreadable 201, then replays the good one', async () => {
  const { charge, charged, control } = await provider();
  await control({ mode: 'garbage' });
  const first = await charge('"k1"');
  expect(first.status).toBe(201);
  expect(() => JSON.parse(first.text)).toThrow(SyntaxError);
  expect(await charged()).toHaveLength(1);
  const again = await charge('"k1"');
  expect(again.status).toBe(201);
  expect(again.json).toMatchObject({ id: 'ch_000001', status: 'succeeded' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('decline: 402 for any source', async () => {
  const { charge, charged, control } = await provider();
  await control({ mode: 'decline', times: 1 });
  const seen = await charge('"k1"');
  expect(seen.status).toBe(402);
  expect(seen.json.error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
  expect(await charged()).toEqual([]);
  expect((await charge('"k1"')).text).toBe(seen.text);
});

test.for(['slow', 'late', 'garbage', 'charged-error'])('no mode charges a declined card: %s', async (mode) => {
  const { charge, charged, control, lookup } = await provider();
  await control({ mode, delaySeconds: 0.05 });
  await charge('"k1"', { ...CHARGE, source: 'tok_declined' });
  await eventually(async () => expect((await lookup()).json.data).toMatchObject([{ status: 'failed' }]));
  expect(await charged()).toEqual([]);
});

test.for(['error', 'charged-error', 'late'])(
  '%s sends the status and Retry-After that the control gives',
  async (mode) => {
    const { charge, control } = await provider();
    await control({ mode, status: 418, retryAfter: 7 });
    const seconds = await charge('"k1"');
    expect([seconds.status, seconds.headers.get('retry-after')]).toEqual([418, '7']);
    await control({ mode, status: 429, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' });
    const date = await charge('"k2"');
    expect([date.status, date.headers.get('retry-after')]).toEqual([429, 'Wed, 21 Oct 2026 07:28:00 GMT']);
  },
);

test('a redirect points back at the charges', async () => {
  const { charge, charged, control } = await provider();
  await control({ mode: 'error', status: 307, times: 1 });
  const seen = await charge('"k1"');
  expect([seen.status, seen.headers.get('location')]).toEqual([307, '/v1/charges']);
  expect(await charged()).toEqual([]);
});

test('times: the mode holds for that many POSTs', async () => {
  const { charge, control } = await provider();
  await control({ mode: 'error', times: 2 });
  expect((await charge('"k1"')).status).toBe(503);
  expect((await charge('"k1"')).status).toBe(503);
  expect((await charge('"k1"')).status).toBe(201);
});

test('ratio: 0 hits none, 1 hits all, a seed hits the same ones again', async () => {
  const { charge, control } = await provider();
  const statuses = async (settings: object) => {
    await control({ mode: 'error', ...settings });
    const seen: number[] = [];
    for (let n = 0; n < 40; n += 1) seen.push((await charge(`"k${n}"`)).status);
    return seen;
  };
  expect(new Set(await statuses({ ratio: 0 }))).toEqual(new Set([201]));
  expect(new Set(await statuses({ ratio: 1 }))).toEqual(new Set([503]));
  const seeded = await statuses({ ratio: 0.5, seed: 7 });
  expect(new Set(seeded)).toEqual(new Set([201, 503]));
  expect(await statuses({ ratio: 0.5, seed: 7 })).toEqual(seeded);
});

test('others: what is hit meets any one of the modes, the rest meets none', async () => {
  const { charge, charged, control } = await provider();
  const others = [{ mode: 'error', status: 500 }, { mode: 'charged-error' }];
  const run = async (name: string) => {
    await control({ mode: 'error', retryAfter: 2, others, ratio: 0.5, seed: 7 });
    const before = (await charged()).length;
    const seen: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const { status, headers } = await charge(`"${name}${n}"`);
      seen.push(`${status} ${headers.get('retry-after')}`);
    }
    return { seen, charges: (await charged()).length - before };
  };
  const first = await run('a');
  expect(new Set(first.seen)).toEqual(new Set(['201 null', '503 2', '500 null']));
  const answered = (what: string) => first.seen.filter((status) => status === what).length;
  expect(first.charges).toBeGreaterThan(answered('201 null'));
  expect(first.charges).toBeLessThan(answered('201 null') + answered('500 null'));
  expect(await run('b')).toEqual(first);
});

test.for(['slow', 'late'])('a client that hangs up does not stop a charge in progress: %s', async (mode) => {
  const { charge, charged, control, requests } = await provider();
  await control({ mode, delaySeconds: 1, times: 1 });
  const hangUp = new AbortController();
  const send = charge('"k1"', CHARGE, hangUp.signal).catch(() => undefined);
  await eventually(async () => expect(await requests()).toHaveLength(1));
  hangUp.abort();
  await send;
  expect(await charged()).toEqual([]);
  await eventually(async () => expect(await charged()).toHaveLength(1));
  const replay = await charge('"k1"');
  expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
});
