// A fixed set of histories: nothing is ever broken in them, the same seed is the same history, and what a fault may hit is hit.

import { describe, expect, test } from 'vitest';
import { startBesideEngine } from './beside-engine.ts';
import { type Coverage, gaps, join } from './coverage.ts';
import { relive, search } from './search.ts';
import { planLines, story } from './story.ts';

const SEEDS = [1, 2, 3, 4];
const RUNS = 300;
const ON_ENGINE = 60;

describe('no history breaks an invariant', () => {
  let covered: Coverage | null = null;

  test.each(SEEDS)('of seed %i', async (seed) => {
    const { found, runs, coverage } = await search(seed, RUNS);
    expect(found && [...found.broken, ...planLines(found.plan), ...story(found.history)]).toBeNull();
    expect(runs).toBe(RUNS);
    if (covered) join(covered, coverage);
    else covered = coverage;
  });

  test('and together they meet every kind of fault, reply, lookup, state, outcome, answer and end', () => {
    expect(covered && gaps(covered)).toEqual([]);
  });
});

test('on a real engine the same is true, and it answers what the interpreter answers', async () => {
  const engine = await startBesideEngine();
  try {
    const { found, runs } = await search(5, ON_ENGINE, () => {}, engine);
    expect(found && [...found.broken, ...planLines(found.plan), ...story(found.history)]).toBeNull();
    expect(runs).toBe(ON_ENGINE);
  } finally {
    await engine.close();
  }
});

test('the same plan is the same history, to the millisecond', async () => {
  const plan = {
    contract: 'keeps its keys',
    seed: 5,
    calls: [
      { at: 0, tenant: 0, key: 'k1', card: 0, wait: 2, again: { times: 3, after: 5 } },
      { at: 0.02, tenant: 0, key: 'k2', card: 0, wait: 2, again: { times: 0, after: 1 } },
    ],
    sends: [{ kind: 'lost reply', seconds: 1, status: 500, retryAfter: null }],
    lookups: [],
    faults: [{ from: 6, kind: 'dies after' }],
  } as const;
  const [one, two] = [await relive(plan), await relive(plan)];
  expect(story(one)).toEqual(story(two));
  expect(one.charges).toHaveLength(1);
  expect(one.faults).toEqual(['dies after']);
});
