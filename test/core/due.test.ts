// When the schedule looks again, and where it finds what is due (design sections 3, 4 and 5).

import fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it, test } from 'vitest';
import { ALL_DUE_SHARDS, DUE_SHARDS, dueShardOf, firstLook, nextLook, vigilPause } from '#core/due.ts';
import { attemptIdFrom } from '#core/ids/attempt-id.ts';
import { toSeconds } from '#core/time/instant.ts';
import { at, DEFAULTS, NOW, settings } from './examples.ts';

describe('shards', () => {
  it('are all read', () => expect(new Set(ALL_DUE_SHARDS).size).toBe(DUE_SHARDS));

  it('take every attempt, always the same one, and about as many each', () => {
    const ids = Array.from({ length: 8_000 }, (_, i) => attemptIdFrom(v7({ msecs: NOW, seq: i })));
    const counts = Map.groupBy(ids, dueShardOf);
    expect([...counts.keys()].sort()).toEqual([...ALL_DUE_SHARDS].sort());
    // 1,000 expected in each; 6 standard deviations are about 180.
    for (const shard of counts.values()) expect(Math.abs(shard.length - 1_000)).toBeLessThan(180);
    for (const id of ids.slice(0, 10)) expect(dueShardOf(id)).toBe(dueShardOf(id));
  });
});

it('the first look comes minAgeSeconds after the accept, never earlier', () => {
  expect(firstLook(NOW, DEFAULTS)).toBe(toSeconds(at(120)));
  expect(firstLook(at(0.001), DEFAULTS)).toBe(toSeconds(at(121)));
  expect(firstLook(NOW, settings({ minAgeSeconds: 0 }))).toBe(toSeconds(NOW));
});

describe('the next look at an open attempt', () => {
  const pause = (checks: number, s = DEFAULTS) => nextLook({ status: 'Open', checks }, NOW, s) - toSeconds(NOW);

  test.each([
    [0, 60],
    [1, 120],
    [2, 240],
    [3, 480],
    [4, 600],
    [5, 600],
    [1_023, 600],
    [1e9, 600],
  ])('after %d looks without news comes in %d s: doubling, at most tenfold', (checks, seconds) => {
    expect(pause(checks)).toBe(seconds);
  });

  it('stays between recheckSeconds and ten times as much', () => {
    const recheck = fc.integer({ min: 1, max: 86_400 });
    fc.assert(
      fc.property(fc.nat(), recheck, fc.nat(999), (checks, recheckSeconds, ms) => {
        const next = nextLook({ status: 'Open', checks }, at(ms / 1000), settings({ recheckSeconds })) - toSeconds(NOW);
        expect(next).toBeGreaterThanOrEqual(recheckSeconds);
        expect(next).toBeLessThanOrEqual(10 * recheckSeconds + 1);
      }),
    );
  });
});

describe('the vigil of an abandoned attempt', () => {
  it('looks a few times, widely spaced, until the key retention ends', () => {
    let now = at(1_860);
    let looks = 0;
    while (now < at(86_400)) {
      const next = nextLook({ status: 'Abandoned', checks: looks }, now, DEFAULTS);
      expect(next * 1000 - now).toBeGreaterThanOrEqual(3_600_000);
      now = at(next - toSeconds(NOW));
      looks++;
    }
    expect(looks).toBeGreaterThanOrEqual(2);
    expect(looks).toBeLessThanOrEqual(6);
  });

  it('is never closer than recheckSeconds', () => {
    expect(vigilPause(settings({ recheckSeconds: 7_200 }, { keyRetentionSeconds: 10_000 }))).toBe(7_200);
  });
});
