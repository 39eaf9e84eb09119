// What is learnt of a provider while its item's table is in trouble, its probes are lost, or time runs out: the payment comes
// first, and what was decided stays decided.

import { describe, expect, test } from 'vitest';
import type { HealthStore } from '#core/ports/health-store.ts';
import { healthAddress } from '#core/records/address.ts';
import { stored } from '../contract/stored.ts';
import { accepted, another, tripped } from './stories.ts';
import { settled, UNKNOWN, type World, worlds } from './world.ts';

const world = worlds();
const DOWN = { mode: 'error', status: 503 };
const NO_RETRIES = { retryBudgetRatio: 0, retryBudgetMinimum: 0 };

/** The world's own health, of which the writes of these names fail. */
const failing = (w: World, ...names: string[]): HealthStore => ({
  last: w.health.last,
  write: async (write) => {
    if (names.includes(write.name)) throw new Error('throttled');
    return w.health.write(write);
  },
});

/** The writes on the provider's health, by name, while something happens. */
async function written(w: World, during: (health: HealthStore) => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  await during({
    last: w.health.last,
    write: (write) => {
      names.push(write.name);
      return w.health.write(write);
    },
  });
  return names;
}

const itemOf = async (w: World) => (await stored(w.store, healthAddress('http')))[0] ?? {};
const countersOf = async (w: World, letter: string) =>
  Object.entries(await itemOf(w)).filter(([name]) => new RegExp(`^${letter}[0-9]+$`).test(name));
const sumOf = async (w: World, letter: string) =>
  (await countersOf(w, letter)).reduce((sum, [, n]) => sum + Number(n), 0);

describe('a budget that is spent stays spent', () => {
  test.each(['give-retry-back', 'leave-alone'])('when %s fails', async (name) => {
    const w = await accepted(world, NO_RETRIES);
    await w.fake.control({ ...DOWN, retryAfter: 5 });
    expect(await w.chargeOnce('none', w.runOf(), { health: failing(w, name) })).toEqual(settled('Failed'));
    expect(await w.posts()).toHaveLength(1);
  });

  test('when the breaker cannot be opened', async () => {
    const w = await accepted(world, { ...NO_RETRIES, breakerMinimumThroughput: 1, breakerFailureRatio: 1 });
    await w.fake.control(DOWN);
    const health = failing(w, 'open-breaker');
    expect(await w.chargeOnce('none', w.runOf(), { health })).toEqual(settled('Failed'));
  });
});

describe('what counts as what', () => {
  test('a retry is a send, and earns no retry', async () => {
    const w = await accepted(world);
    await w.fake.control({ ...DOWN, times: 1 });
    await w.chargeOnce();
    await w.chargeOnce('retry');
    expect([await sumOf(w, 's'), await sumOf(w, 'r'), await sumOf(w, 'g'), await sumOf(w, 'f')]).toEqual([1, 1, 1, 1]);
  });

  test('polls weigh nothing, and neither does the failure of one', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'late', status: 504, delaySeconds: 3_600 });
    await w.chargeOnce();
    for (let polls = 0; polls < 3; polls++) await w.chargeOnce('stillProcessing');
    await w.fake.control({ mode: 'error', status: 500 });
    await w.chargeOnce('stillProcessing');
    expect([await sumOf(w, 's'), await sumOf(w, 'p'), await sumOf(w, 'f')]).toEqual([1, 4, 1]);
  });

  test('a run that only waited for a pause has sent nothing that could be repeated', async () => {
    const w = await accepted(world);
    await w.fake.control({ ...DOWN, retryAfter: 5, times: 1 });
    await w.chargeOnce();
    await another(w, '1002');
    await w.chargeOnce();
    w.clock.pass(8);
    expect(await w.chargeOnce('retry')).toEqual(settled('Succeeded'));
    expect([await sumOf(w, 's'), await sumOf(w, 'r')]).toEqual([2, 0]);
  });

  test('a customer who comes back repeats a send, and needs no budget for it', async () => {
    const w = await accepted(world, NO_RETRIES);
    await w.fake.control({ mode: 'error', status: 500, times: 1 });
    expect(await w.chargeOnce()).toEqual(UNKNOWN);
    w.clock.pass(5);
    await w.checkout();
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
    expect([await sumOf(w, 's'), await sumOf(w, 'r'), await sumOf(w, 'g')]).toEqual([1, 1, 0]);
  });
});

describe('a refusal', () => {
  test('is believed for a second, and asked about again after it', async () => {
    const w = await tripped(world);
    let ageMs = 999;
    const health = (given: HealthStore): HealthStore => ({
      ...given,
      last: () => {
        const seen = given.last();
        return seen && { ...seen, ageMs };
      },
    });
    await another(w, '1003');
    await w.chargeOnce();
    expect(await written(w, (h) => w.chargeOnce('none', w.runOf(), { health: health(h) }))).toEqual([]);
    ageMs = 1_000;
    await another(w, '1004');
    expect(await written(w, (h) => w.chargeOnce('none', w.runOf(), { health: health(h) }))).toEqual(['count-send']);
  });

  test('is believed for as long as it lasts, if it cannot be asked about', async () => {
    const w = await tripped(world);
    await another(w, '1003');
    await w.chargeOnce();
    const old = {
      ...failing(w, 'count-send'),
      last: () => ({ ...(w.health.last() as never as object), ageMs: 9_000 }),
    };
    const sends = (await w.posts()).length;
    await another(w, '1004');
    expect(await w.chargeOnce('none', w.runOf(), { health: old as HealthStore })).toEqual(settled('Failed'));
    expect(await w.posts()).toHaveLength(sends);
    w.clock.pass(30);
    await another(w, '1005');
    expect(await w.chargeOnce('none', w.runOf(), { health: old as HealthStore })).toEqual(settled('Succeeded'));
  });

  test('has a log line like a send’s, with what came of it', async () => {
    const w = await tripped(world);
    await another(w, '1003');
    await w.chargeOnce();
    const { ref } = w.runOf();
    expect(w.lines.filter(({ event }) => event === 'not sent')).toMatchObject([
      {
        orderId: '1003',
        attemptId: ref.attemptId,
        reference: expect.stringContaining(ref.attemptId),
        clientKeyHash: expect.stringMatching(/^[0-9a-f]{32}$/),
        send: 0,
        because: 'open',
        status: 'Failed',
        breaker: 'open',
        retriesMost: 10,
      },
    ]);
  });
});

describe('a probe that is not used', () => {
  test('is granted anew when its function is over, and others are told so', async () => {
    const w = await tripped(world, { breakerProbes: 1 });
    w.clock.pass(30);
    await another(w, '1003');
    // The function is too late to send: that says nothing of the provider.
    expect(await w.chargeOnce('none', w.runOf(), { remainingMs: () => 3_900 })).toEqual(settled('Failed'));
    await another(w, '1004');
    w.clock.pass(2);
    await w.chargeOnce();
    expect(await w.attempt()).toMatchObject({
      status: 'Failed',
      evidence: { withheld: 'breaker', retryAfterSeconds: 5 },
    });
    w.clock.pass(5);
    await another(w, '1005');
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
    expect(w.lines.map(({ event }) => event)).toContain('breaker closed');
  });
});

describe('the payment is written down first', () => {
  const late = async (w: World, health: HealthStore) => {
    const before: string[] = [];
    const store = {
      ...w.store,
      write: async (write: Parameters<typeof w.store.write>[0]) => {
        before.push(write.name);
        return w.store.write(write);
      },
    };
    const noted: HealthStore = {
      last: health.last,
      write: (write) => {
        before.push(write.name);
        return health.write(write);
      },
    };
    await w.chargeOnce('none', w.runOf(), { store, health: noted });
    return before;
  };

  test('an approval before the probe that it was', async () => {
    const w = await tripped(world);
    w.clock.pass(30);
    await another(w, '1003');
    expect(await late(w, w.health)).toEqual([
      'count-send',
      'take-probe',
      'claim-send',
      'close-succeeded',
      'probe-went-well',
    ]);
  });

  test('the last refusal before the failure that it was', async () => {
    const w = await accepted(world, { maxSends: 1 });
    await w.fake.control(DOWN);
    expect(await late(w, w.health)).toEqual(['count-send', 'claim-send', 'close-negatively', 'count-outcome']);
  });

  test('and nothing is learnt when there is no time left for it', async () => {
    const w = await accepted(world);
    await w.fake.control({ ...DOWN, retryAfter: 5, times: 1 });
    const left = [60_000, 2_400, 2_400];
    const names = await written(w, (health) =>
      w.chargeOnce('none', w.runOf(), { health, remainingMs: () => left.shift() ?? 2_400 }),
    );
    expect(names).toEqual(['count-send']);
    expect(w.lines.map(({ event }) => event)).toContain('health not known');
  });

  test('a send whose outcome could not be written down has its log line all the same', async () => {
    const w = await accepted(world);
    const store = {
      ...w.store,
      write: async (write: Parameters<typeof w.store.write>[0]) => {
        if (write.name === 'close-succeeded') throw new Error('the table is down');
        return w.store.write(write);
      },
    };
    await expect(w.chargeOnce('none', w.runOf(), { store })).rejects.toThrow('the table is down');
    expect(w.lines.filter(({ event }) => event === 'send')).toMatchObject([{ outcome: 'approved', status: 'Open' }]);
  });
});

describe('the item stays small', () => {
  test('while payments go well', async () => {
    const w = await accepted(world);
    const sizes: number[] = [];
    for (let i = 0; i < 60; i++) {
      await another(w, `2${i}`);
      await w.chargeOnce();
      w.clock.pass(10);
      sizes.push((await countersOf(w, '[a-z]')).length);
    }
    // Seven buckets of the window, and twenty stale ones at most.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(28);
  });

  test('and while the breaker stays open', async () => {
    const w = await tripped(world);
    await w.fake.control(DOWN);
    for (let i = 0; i < 12; i++) {
      w.clock.pass(70);
      await another(w, `3${i}`);
      await w.chargeOnce();
      expect((await countersOf(w, '[a-z]')).length).toBeLessThanOrEqual(8);
    }
  });

  test('for few stale counters no request is spent', async () => {
    const w = await accepted(world);
    await w.chargeOnce();
    w.clock.pass(600);
    await another(w, '1002');
    expect(await written(w, (health) => w.chargeOnce('none', w.runOf(), { health }))).toEqual(['count-send']);
  });
});

test('an error that names a time holds back the other attempts, doubtful as it is', async () => {
  const w = await accepted(world, { provider: { refusalStatuses: [] } });
  await w.fake.control({ ...DOWN, retryAfter: 5, times: 1 });
  expect(await w.chargeOnce()).toMatchObject({ kind: 'retry', waitSeconds: 5 });
  await another(w, '1002');
  expect(await w.chargeOnce()).toMatchObject({ kind: 'retry', waitSeconds: 8 });
  expect(await w.posts()).toHaveLength(1);
});
