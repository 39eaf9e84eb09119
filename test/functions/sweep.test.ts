// Who is looked at again, and when: the schedule's own function, with the clock in hand.

import { describe, expect, test } from 'vitest';
import type { AttemptRef } from '#core/ids/reference.ts';
import type { DueIndex } from '#core/ports/due-index.ts';
import type { ReconcileRuns } from '#core/ports/runs.ts';
import { plusSeconds, toSeconds } from '#core/time/instant.ts';
import { sweep } from '#functions/sweep/sweep.ts';
import { stand } from '../contract/stored.ts';
import { settled, type World, worlds } from './world.ts';

const world = worlds();

/** A world with this many attempts of as many orders, accepted now. */
async function waiting(orders: number, given: Parameters<typeof world>[0] = {}) {
  const w = await world(given);
  for (let n = 1; n <= orders; n += 1) {
    const orderId = String(1_000 + n);
    await w.createOrder({ key: orderId, body: { orderId, amount: '548.90', currency: 'TRY' } });
    await w.checkout({ key: orderId, order: orderId });
  }
  const looks: { ref: AttemptRef; look: number }[] = [];
  const runs: ReconcileRuns = {
    start: async (ref, look) => {
      looks.push({ ref, look });
    },
  };
  const deps = { due: w.due, store: w.store, runs, settings: w.settings, ambient: w.clock, log: w.log };
  return {
    ...w,
    looks,
    sweepOnce: (over: Partial<typeof deps> = {}, mayGoOn = () => true) => sweep({ ...deps, ...over }, mayGoOn),
  };
}

const secondsSince = (w: Pick<World, 'clock'>, look: number | undefined) => (look ?? 0) - toSeconds(w.clock.start);

test('an attempt is first looked at when it is 120 s old', async () => {
  const w = await waiting(1);
  w.at(119);
  expect(await w.sweepOnce()).toEqual({ due: 0, started: 0, errors: 0 });
  w.at(120);
  expect(await w.sweepOnce()).toEqual({ due: 1, started: 1, errors: 0 });
  expect(w.looks).toEqual([{ ref: w.runOf().ref, look: toSeconds(plusSeconds(w.clock.start, 120)) }]);
});

test('all of them are, in whatever shard', async () => {
  const w = await waiting(30);
  w.at(120);
  expect(await w.sweepOnce()).toEqual({ due: 30, started: 30, errors: 0 });
  expect(new Set(w.looks.map(({ ref }) => ref.attemptId))).toEqual(new Set(w.started.map(({ ref }) => ref.attemptId)));
});

test('all of them are, on whatever page of a shard', async () => {
  const w = await waiting(40);
  w.at(120);
  const seen = new Map<string, ReturnType<DueIndex['due']>>();
  // Pages of one; the index's own hold a megabyte.
  const due: DueIndex = {
    due: async (shard, now, cursor) => {
      const all = seen.get(shard) ?? w.due.due(shard, now);
      seen.set(shard, all);
      const { items } = await all;
      const next = Number(cursor ?? 0) + 1;
      return { items: items.slice(next - 1, next), cursor: next < items.length ? next : undefined };
    },
  };
  expect(await w.sweepOnce({ due })).toEqual({ due: 40, started: 40, errors: 0 });
});

test('an attempt that has ended is not looked at', async () => {
  const w = await waiting(1);
  await w.chargeOnce();
  w.at(86_400);
  expect(await w.sweepOnce()).toEqual({ due: 0, started: 0, errors: 0 });
});

describe('the looks at one attempt', () => {
  test('double from 60 s, to tenfold at most', async () => {
    const w = await waiting(1);
    const pauses: number[] = [];
    for (let look = 120; pauses.length < 7; ) {
      w.at(look);
      await w.sweepOnce();
      const next = secondsSince(w, (await w.attempt()).nextCheckAt);
      pauses.push(next - look);
      look = next;
    }
    expect(pauses).toEqual([60, 120, 240, 480, 600, 600, 600]);
  });

  test('come once each: a sweep in between finds nothing', async () => {
    const w = await waiting(1);
    w.at(120);
    await w.sweepOnce();
    w.at(179);
    expect(await w.sweepOnce()).toMatchObject({ due: 0 });
    w.at(180);
    expect(await w.sweepOnce()).toMatchObject({ due: 1 });
    expect(new Set(w.looks.map(({ look }) => look)).size).toBe(2);
  });

  test('are a quarter of the key’s retention apart once it was abandoned', async () => {
    const w = await waiting(1);
    await w.fake.control({ mode: 'reset' });
    await w.chargeOnce();
    for (const seconds of [1_800, 1_860]) {
      w.at(seconds);
      await w.reconcileOnce();
    }
    w.at(1_860 + 21_600);
    expect(await w.sweepOnce()).toMatchObject({ started: 1 });
    expect(secondsSince(w, (await w.attempt()).nextCheckAt)).toBe(1_860 + 2 * 21_600);
  });
});

describe('sweeps that overlap', () => {
  test('start one run', async () => {
    const w = await waiting(10);
    w.at(120);
    const reports = await Promise.all([w.sweepOnce(), w.sweepOnce(), w.sweepOnce()]);
    expect(reports.reduce((sum, { started }) => sum + started, 0)).toBe(10);
    expect(w.looks).toHaveLength(10);
    expect(reports.every(({ errors }) => errors === 0)).toBe(true);
    expect(await w.attempt()).toMatchObject({ checks: 1 });
  });

  test('and an index that is behind bring no closed attempt back', async () => {
    const w = await waiting(1);
    const behind: DueIndex = {
      due: async (...asked) => {
        const page = await w.due.due(...asked);
        if (page.items.length > 0) expect(await w.reconcileOnce()).toEqual(settled('Failed'));
        return page;
      },
    };
    w.at(120);
    expect(await w.sweepOnce({ due: behind })).toEqual({ due: 1, started: 0, errors: 0 });
    const { nextCheckAt, dueShard } = await w.attempt();
    expect([nextCheckAt, dueShard]).toEqual([undefined, undefined]);
    expect(w.looks).toEqual([]);
  });
});

/** An item that is no attempt of ours. */
const poison = { table: 'payments', pk: 'ORDER#EW7Y4GRDSP#%', sk: 'ATTEMPT#nonsense' } as const;

describe('what goes wrong with one', () => {
  test('does not stop the others: an item that is no attempt is counted, and moved forward like any other', async () => {
    const w = await waiting(10);
    for (const dueShard of ['0', '3', '7'])
      await stand(w.store, [
        { ...poison, sk: `ATTEMPT#${dueShard}` },
        { dueShard, nextCheckAt: 1, checks: 0, status: 'Open' },
      ]);
    w.at(120);
    expect(await w.sweepOnce()).toEqual({ due: 13, started: 10, errors: 3 });
    expect(await w.sweepOnce()).toEqual({ due: 0, started: 0, errors: 0 });
    w.at(180);
    expect(await w.sweepOnce()).toEqual({ due: 13, started: 10, errors: 3 });
  });

  test('does not stop the others: an item whose look cannot be moved is counted', async () => {
    const w = await waiting(10);
    await stand(w.store, [poison, { dueShard: '3', nextCheckAt: 1, checks: 'many', status: 7 }]);
    w.at(120);
    expect(await w.sweepOnce()).toEqual({ due: 11, started: 10, errors: 1 });
  });

  test('a run that cannot be started costs one look, and is tried at the next', async () => {
    const w = await waiting(3);
    const [broken] = w.started;
    const runs = {
      start: async (ref: AttemptRef, look: number) => {
        if (ref.attemptId === broken?.ref.attemptId) throw new Error('throttled');
        w.looks.push({ ref, look });
      },
    };
    w.at(120);
    expect(await w.sweepOnce({ runs })).toEqual({ due: 3, started: 2, errors: 1 });
    expect(await w.sweepOnce()).toMatchObject({ due: 0 });
    w.at(180);
    expect(await w.sweepOnce()).toEqual({ due: 3, started: 3, errors: 0 });
  });

  test('is logged by its name and nothing else', async () => {
    const w = await waiting(1);
    w.at(120);
    await w.sweepOnce({ runs: { start: () => Promise.reject(new TypeError('tok_visa')) } });
    expect(w.lines.filter(({ event }) => event === 'sweep item failed')).toEqual([
      { event: 'sweep item failed', sk: `ATTEMPT#${w.runOf().ref.attemptId}`, error: 'TypeError' },
    ]);
  });
});

describe('a sweep whose own time runs out', () => {
  test('stops, says so, and leaves the rest due', async () => {
    const w = await waiting(30);
    w.at(120);
    let left = 2;
    const report = await w.sweepOnce({}, () => left-- > 0);
    expect(report.started).toBeLessThan(30);
    expect(w.lines.at(-1)).toMatchObject({ event: 'sweep', complete: false });
    expect(await w.sweepOnce()).toEqual({ due: 30 - report.due, started: 30 - report.due, errors: 0 });
    expect(new Set(w.looks.map(({ ref }) => ref.attemptId)).size).toBe(30);
  });

  test('stops in the middle of a page', async () => {
    const w = await waiting(0);
    const item = { dueShard: '0', nextCheckAt: 1, checks: 0, status: 'Open' };
    await stand(w.store, ...Array.from({ length: 50 }, (_, n) => [{ ...poison, sk: `ATTEMPT#${n}` }, item] as const));
    let left = 3;
    expect((await w.sweepOnce({}, () => left-- > 0)).due).toBeLessThan(50);
    expect((await w.sweepOnce()).due).toBeGreaterThan(0);
  });

  test('before it began reads nothing', async () => {
    const w = await waiting(1);
    w.at(120);
    let reads = 0;
    const due: DueIndex = {
      due: (...asked) => {
        reads += 1;
        return w.due.due(...asked);
      },
    };
    expect(await w.sweepOnce({ due }, () => false)).toEqual({ due: 0, started: 0, errors: 0 });
    expect(reads).toBe(0);
  });
});

test('it reports how many attempts are open, and how old the oldest is', async () => {
  const w = await waiting(2);
  w.clock.pass(1_000);
  await w.createOrder({ key: 'late', body: { orderId: 'late', amount: '1.00', currency: 'TRY' } });
  await w.checkout({ key: 'late', order: 'late' });
  w.clock.pass(120);
  await w.sweepOnce();
  expect(w.lines.at(-1)).toMatchObject({
    event: 'sweep',
    due: 3,
    dueOpen: 3,
    oldestOpenSeconds: 1_120,
    complete: true,
  });
});
