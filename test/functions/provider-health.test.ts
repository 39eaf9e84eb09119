// A provider in trouble is spared: budget, breaker and pause, shared by all attempts; and no payment depends on them.

import { describe, expect, test } from 'vitest';
import { createHealthStore } from '#adapters/dynamodb/health-store.ts';
import { orderId } from '#core/ids/order-id.ts';
import type { HealthStore } from '#core/ports/health-store.ts';
import { healthAddress } from '#core/records/address.ts';
import { stored } from '../contract/stored.ts';
import { accepted, another, NERVOUS, tripped } from './stories.ts';
import { settled, TENANT, UNKNOWN, type World, worlds } from './world.ts';

const world = worlds();

const DOWN = { mode: 'error', status: 503 };

const events = (w: World) => w.lines.map(({ event }) => event).filter((event) => event.startsWith('breaker'));

describe('an open breaker', () => {
  test('ends an attempt before its first send: proved not charged, and told when to come back', async () => {
    const w = await tripped(world);
    await another(w, '1003');
    w.clock.pass(10.5);
    expect(await w.chargeOnce()).toEqual(settled('Failed'));
    expect(await w.posts()).toHaveLength(2);
    expect(await w.attempt()).toMatchObject({
      sends: 0,
      evidence: { source: 'providerHealth', failure: 'providerUnavailable', withheld: 'breaker' },
    });
    expect(await w.store.getOrder(TENANT, orderId('1003'))).toMatchObject({ status: 'Placed' });
  });

  test('answers 503 with the time to the next probe', async () => {
    const w = await tripped(world);
    await w.createOrder({ key: 'o', body: { orderId: '1003', amount: '12.00', currency: 'TRY' } });
    w.clock.pass(10.5);
    w.clock.whileAsleep(() => w.chargeOnce());
    const { status, headers, body } = await w.checkout({ order: '1003', headers: { prefer: 'wait=9' } });
    expect([status, body.type, headers['Retry-After']]).toEqual([503, 'urn:paid-once:provider-unavailable', '20']);
  });

  test('leaves an attempt with a doubtful send unknown, and sends nothing more', async () => {
    const w = await tripped(world, { maxSends: 4 });
    await another(w, '1003');
    // Let through by a process that knew of no breaker.
    await w.fake.control({ mode: 'error', status: 500 });
    await w.chargeOnce('none', w.runOf(), { health: unavailable });
    const sends = (await w.posts()).length;
    expect(await w.chargeOnce('retry')).toEqual(UNKNOWN);
    expect(await w.posts()).toHaveLength(sends);
    expect(await w.attempt()).toMatchObject({ status: 'Open', doubtful: new Set([1]) });
  });

  test('stops polls as it stops retries', async () => {
    const w = await accepted(world, NERVOUS);
    const waiting = w.runOf();
    await w.fake.control({ mode: 'late', status: 504, delaySeconds: 3_600 });
    await w.chargeOnce('none', waiting);
    await w.fake.control(DOWN);
    await another(w, '1002');
    await w.chargeOnce();
    const sends = (await w.posts()).length;
    expect(await w.chargeOnce('stillProcessing', waiting)).toEqual(UNKNOWN);
    expect(await w.posts()).toHaveLength(sends);
  });

  test('lets probes through once it has cooled down, and closes when enough of them went well', async () => {
    const w = await tripped(world);
    w.clock.pass(30);
    await another(w, '1003');
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
    expect(events(w)).toEqual(['breaker opened']);
    await another(w, '1004');
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
    expect(events(w)).toEqual(['breaker opened', 'breaker closed']);
    await another(w, '1005');
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
  });

  test('closed by the probes of two processes, is believed open by neither', async () => {
    const w = await tripped(world);
    w.clock.pass(30);
    const processes = [1, 2].map(() => createHealthStore(w.db.client, w.tables));
    await w.fake.control({ mode: 'slow', delaySeconds: 0.5, times: 2 });
    const sends = (await w.posts()).length;
    const probes = [];
    for (const [i, health] of processes.entries()) {
      await another(w, `1003-${i}`);
      probes.push(w.chargeOnce('none', w.runOf(), { health }));
    }
    await expect.poll(() => w.posts()).toHaveLength(sends + 2);
    expect(await Promise.all(probes)).toEqual([settled('Succeeded'), settled('Succeeded')]);
    expect(events(w)).toEqual(['breaker opened', 'breaker closed']);
    for (const [i, health] of processes.entries()) {
      await another(w, `1004-${i}`);
      expect(await w.chargeOnce('none', w.runOf(), { health })).toEqual(settled('Succeeded'));
    }
  });

  test('opens again when a probe fails', async () => {
    const w = await tripped(world);
    w.clock.pass(30);
    await w.fake.control(DOWN);
    await another(w, '1003');
    await w.chargeOnce();
    expect(events(w)).toEqual(['breaker opened', 'breaker opened again']);
    w.clock.pass(29);
    await another(w, '1004');
    const sends = (await w.posts()).length;
    await w.chargeOnce();
    expect(await w.posts()).toHaveLength(sends);
  });
});

describe('the retry budget', () => {
  const NONE = { retryBudgetRatio: 0, retryBudgetMinimum: 0 };

  test('spent, ends an attempt of which every send is proved refused', async () => {
    const w = await accepted(world, NONE);
    await w.fake.control(DOWN);
    expect(await w.chargeOnce()).toEqual(settled('Failed'));
    expect(await w.posts()).toHaveLength(1);
    expect(await w.attempt()).toMatchObject({ evidence: { httpStatus: 503, withheld: 'budget' } });
    const line = w.lines.find(({ event }) => event === 'send');
    expect(line).toMatchObject({ status: 'Failed', retriesGranted: 0, retriesMost: 0 });
  });

  test('spent, leaves a doubtful send to the lookup', async () => {
    const w = await accepted(world, NONE);
    await w.fake.control({ mode: 'charged-error', status: 500, times: 1 });
    expect(await w.chargeOnce()).toEqual(UNKNOWN);
    expect(await w.reconcileOnce()).toEqual(settled('Succeeded'));
    expect(await w.posts()).toHaveLength(1);
  });

  test('is not asked for a poll: the provider wants to be asked again', async () => {
    const w = await accepted(world, NONE);
    await w.fake.control({ mode: 'slow', delaySeconds: 3_600 });
    const first = w.chargeOnce('none', w.runOf(), { settings: { ...w.settings, attemptTimeoutSeconds: 1 } });
    await expect.poll(() => w.posts()).toHaveLength(1);
    expect(await w.chargeOnce('retry', w.runOf())).toMatchObject({ kind: 'stillProcessing' });
    await first;
  });

  test('is not asked for the one retry after a 401: a rotated secret costs no payment', async () => {
    const w = await accepted(world, NONE);
    await w.fake.control({ mode: 'error', status: 401, times: 1 });
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry' });
    expect(await w.chargeOnce('retry')).toEqual(settled('Succeeded'));
  });

  test('a retry that was not granted is given back', async () => {
    const w = await accepted(world, { retryBudgetMinimum: 1, retryBudgetRatio: 0, maxSends: 9 });
    await w.fake.control(DOWN);
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry' });
    expect(await w.chargeOnce('retry')).toEqual(settled('Failed'));
    await another(w, '1002');
    expect(await w.chargeOnce()).toEqual(settled('Failed'));
    w.clock.pass(70);
    await another(w, '1003');
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry' });
  });
});

describe('a provider that asks for a pause', () => {
  test('is left alone by the other attempts too', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 429, retryAfter: 5, times: 1 });
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry', waitSeconds: 5 });
    await another(w, '1002');
    // The pause of 5 s, and half of as long again, as chance has it.
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry', waitSeconds: 8 });
    expect(await w.posts()).toHaveLength(1);
    expect(await w.attempt()).toMatchObject({ status: 'Open', sends: 0 });
    w.clock.pass(5);
    expect(await w.chargeOnce('retry')).toEqual(settled('Succeeded'));
  });

  test('for longer than the cap is left alone for the cap', async () => {
    const w = await accepted(world, { retryAfterCapSeconds: 7 });
    await w.fake.control({ mode: 'error', status: 503, retryAfter: 86_400, times: 1 });
    await w.chargeOnce();
    await another(w, '1002');
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry', waitSeconds: 11 });
  });

  test('a poll that waited for it is still a poll', async () => {
    const w = await accepted(world);
    const waiting = w.runOf();
    await w.fake.control({ mode: 'late', status: 504, delaySeconds: 3_600 });
    await w.chargeOnce('none', waiting);
    await w.fake.control({ mode: 'error', status: 429, retryAfter: 5, times: 1 });
    await another(w, '1002');
    await w.chargeOnce();
    const [before] = [await w.store.getAttempt(waiting.ref)];
    expect(await w.chargeOnce('stillProcessing', waiting)).toMatchObject({ kind: 'stillProcessing', waitSeconds: 8 });
    expect(await w.store.getAttempt(waiting.ref)).toEqual(before);
  });
});

const down = async (): Promise<never> => {
  throw new Error('the table is down');
};
const unavailable: HealthStore = { last: () => null, write: down };

describe('when nothing can be known of its health', () => {
  test('a payment goes on, and is made once', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 500, times: 1 });
    expect(await w.chargeOnce('none', w.runOf(), { health: unavailable })).toMatchObject({ kind: 'retry' });
    expect(await w.chargeOnce('retry', w.runOf(), { health: unavailable })).toEqual(settled('Succeeded'));
    expect(await w.charged()).toHaveLength(1);
  });

  test('retries stay bounded by the run', async () => {
    const w = await accepted(world, { retryBudgetRatio: 0, retryBudgetMinimum: 0 });
    await w.fake.control(DOWN);
    const kinds: string[] = [];
    for (const previous of ['none', 'retry', 'retry', 'retry'] as const)
      kinds.push((await w.chargeOnce(previous, w.runOf(), { health: unavailable })).kind);
    expect(kinds).toEqual(['retry', 'retry', 'retry', 'settled']);
  });
});

test('a run that has ended is not counted as a send of its provider', async () => {
  const w = await accepted(world);
  await w.chargeOnce();
  w.clock.pass(5);
  const before = await stored(w.store, healthAddress('http'));
  await w.chargeOnce('retry');
  expect(await stored(w.store, healthAddress('http'))).toEqual(before);
});

test('a send’s log line tells budget, breaker, status, and whose payment it was', async () => {
  const w = await world();
  const body = { orderId: '1001', amount: '548.90', currency: 'TRY', draftOrderId: 'cart-7' };
  await w.createOrder({ body });
  await w.checkout({ key: 'abc' });
  await w.fake.control({ mode: 'error', status: 503, times: 1 });
  await w.chargeOnce();
  await w.chargeOnce('retry');
  const lines = w.lines.filter(({ event }) => event === 'send');
  const { ref } = w.runOf();
  const payment = {
    // FIPS 180-4: SHA-256 of "abc", its first half.
    clientKeyHash: 'ba7816bf8f01cfea414140de5dae2223',
    draftOrderId: 'cart-7',
    orderId: '1001',
    attemptId: ref.attemptId,
    breaker: 'closed',
    retriesMost: 10,
  };
  expect(lines).toMatchObject([
    { ...payment, send: 1, status: 'Open', outcome: 'refused 503', waitSeconds: 1, retriesGranted: 1 },
    { ...payment, send: 2, status: 'Succeeded', outcome: 'approved', providerPaymentId: 'ch_000001' },
  ]);
});
