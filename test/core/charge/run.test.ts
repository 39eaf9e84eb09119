// What one run may still do (design sections 5 and 7): its deadline, its waits.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { inTime, runDeadline, waitSeconds } from '#core/charge/run.ts';
import { at, attempt, DEFAULTS, NOW, settings } from '../examples.ts';

it('a run ends chargeDeadlineSeconds after its start', () => {
  expect(runDeadline({ lastStartedAt: NOW }, DEFAULTS)).toBe(at(60));
  expect(runDeadline({ lastStartedAt: at(5) }, settings({ chargeDeadlineSeconds: 7 }))).toBe(at(12));
});

test.each([
  [0, 59, true],
  [0, 60, false],
  [30, 29, true],
  [30, 30, false],
  [59.999, 1, false],
  [61, 1, false],
])('%d s into a run, a send %d s later is in time: %s', (seconds, wait, expected) => {
  expect(inTime(attempt(), wait, at(seconds), DEFAULTS)).toBe(expected);
});

describe('how long it waits', () => {
  const wait = (retryAfter: string | null, count: number, random: number, s = DEFAULTS) =>
    waitSeconds(retryAfter, count, { now: NOW, random }, s);

  test.each<[string, string | null, number, number, number]>([
    ['Retry-After in seconds', '7', 0, 0.9, 7],
    ['Retry-After, capped', '3600', 0, 0, 30],
    ['Retry-After: now is the shortest Wait', '0', 5, 0.9, 1],
    ['Retry-After as a date', 'Mon, 05 Jan 2026 12:00:09 GMT', 0, 0, 9],
    ['Retry-After in the past', 'Mon, 05 Jan 2026 11:00:00 GMT', 0, 0, 1],
    ['junk: full jitter', 'soon', 3, 0.5, 4],
    ['none, first retry', null, 0, 0.99, 1],
    ['none, fourth retry', null, 3, 0.99, 8],
    ['none, far', null, 40, 0.99, 30],
  ])('%s', (_name, retryAfter, count, random, seconds) => expect(wait(retryAfter, count, random)).toBe(seconds));

  it('always whole seconds, at least 1, at most the cap that applies', () => {
    const header = fc.option(fc.oneof(fc.nat().map(String), fc.string()));
    const caps = fc.integer({ min: 1, max: 3_600 });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(header, fc.nat(2_000), chance, caps, caps, (retryAfter, count, random, cap, afterCap) => {
        const s = settings({ backoffCapSeconds: cap, retryAfterCapSeconds: afterCap });
        const seconds = wait(retryAfter, count, random, s);
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(1);
        expect(seconds).toBeLessThanOrEqual(Math.max(cap, afterCap));
      }),
    );
  });
});
