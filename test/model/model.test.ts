// The smallest worlds of `npm run model`, searched whole, and three guards that are missed in them.

import { describe, expect, it, test } from 'vitest';
import { explore } from './explore.ts';
import { GUARDS } from './guard-table.ts';
import { missOf } from './miss.ts';
import { worldNamed } from './worlds.ts';

const LIMITS = { states: 100_000, seconds: 30, first: false, liveness: false };

describe('no order of events breaks an invariant', () => {
  test.each(['unstoredErrors', 'busy', 'timing'])('in the world %s', (name) => {
    const { complete, findings, states } = explore(worldNamed(name), LIMITS);
    expect(findings).toEqual([]);
    expect(complete).toBe(true);
    expect(states).toBeGreaterThan(300);
  });
});

test.each([
  ['claim: the send becomes doubtful', 'I2 Failed or Declined, and charged'],
  ['a reply: 503 is a refusal only by contract', 'I2 Failed or Declined, and charged'],
  ['before a lookup: nothing is doubtful', 'I2 Failed or Declined, and charged'],
])('%s: without it, %s', (is, what) => {
  const guard = GUARDS.find((one) => one.is === is);
  expect(guard && missOf(guard, LIMITS, []).breaks?.what).toBe(what);
});

it('tells the shortest way to what is broken', () => {
  const guard = GUARDS.find(({ is }) => is === 'claim: the send becomes doubtful') ?? null;
  const { findings } = explore(worldNamed('busy', guard), { ...LIMITS, first: true });
  expect(findings[0]?.way.slice(0, 5)).toEqual([
    'customer 1 (key 1, card 1) reads the order: placed',
    'customer 1 (key 1, card 1) accepts',
    'customer 1 starts run A-0',
    'run A-0 claims send 1',
    'run A-0 sends A1',
  ]);
});
