// The formula of design section 7: max(1, ceil(random(0, min(cap, base·2^n)))).

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { backoffSeconds } from '#core/retry/backoff.ts';

const DEFAULTS = { baseSeconds: 1, capSeconds: 30 };
const ALMOST_ONE = 1 - 2 ** -53;

test.each([
  [0, 0, 1],
  [0, ALMOST_ONE, 1],
  [1, 0, 1],
  [1, 0.5, 1],
  [1, 0.51, 2],
  [2, ALMOST_ONE, 4],
  [3, 0.25, 2],
  [4, ALMOST_ONE, 16],
  [5, ALMOST_ONE, 30],
  [5, 0.1, 3],
  [1023, ALMOST_ONE, 30],
  [1024, ALMOST_ONE, 30],
  [Number.MAX_SAFE_INTEGER, 0.5, 15],
  [Number.MAX_VALUE, 0, 1],
])('retry %d with chance %d waits %d s', (retry, random, seconds) => {
  expect(backoffSeconds(retry, DEFAULTS, random)).toBe(seconds);
});

const anyRetry = fc.oneof(fc.nat(60), fc.maxSafeNat());
const anyBackoff = fc.record({
  baseSeconds: fc.integer({ min: 1, max: 3_600 }),
  capSeconds: fc.integer({ min: 1, max: 3_600 }),
});
const anyChance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it('is always a whole number of seconds inside its envelope', () => {
  fc.assert(
    fc.property(anyRetry, anyBackoff, anyChance, (retry, backoff, random) => {
      const seconds = backoffSeconds(retry, backoff, random);
      const ceiling = Math.min(backoff.capSeconds, backoff.baseSeconds * 2 ** Math.min(retry, 20));
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds).toBeLessThanOrEqual(ceiling);
    }),
  );
});

describe('over many retries at the cap', () => {
  const random = seeded(20_261);
  const waits = Array.from({ length: 30_000 }, () => backoffSeconds(9, DEFAULTS, random()));
  const counts = Map.groupBy(waits, (seconds) => seconds);

  it('every second from 1 to the cap is as likely as any other', () => {
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    // 1,000 expected of each; 5 standard deviations are 155.
    for (const waited of counts.values()) expect(Math.abs(waited.length - 1_000)).toBeLessThan(155);
  });

  it('the mean is the middle of 1..30', () => {
    const mean = waits.reduce((sum, seconds) => sum + seconds, 0) / waits.length;
    // One standard deviation of this mean is 0.05.
    expect(Math.abs(mean - 15.5)).toBeLessThan(0.25);
  });
});

/** A linear congruential generator (Numerical Recipes): the same numbers on every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
