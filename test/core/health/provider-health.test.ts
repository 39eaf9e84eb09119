// What is counted, over which window, and what nobody reads any more (design section 3: counters per 10 s bucket).

import { describe, expect, test } from 'vitest';
import { bucketOf, counter, countsOf, staleCounters } from '#core/health/provider-health.ts';
import { epochMs } from '#core/time/instant.ts';
import { tidyHealth } from '#core/writes/tidy-health.ts';
import { at, DEFAULTS, NOW } from '../examples.ts';
import { bucket, counted, health } from './examples.ts';

const all = health({ ...counted(-60, 1, 2, 3, 4), ...counted(-50, 10, 20, 30, 40), ...counted(0, 100, 200, 300, 400) });

test.each([
  [60, { sends: 111, failures: 222, retries: 333, granted: 444 }],
  [59, { sends: 111, failures: 222, retries: 333, granted: 444 }],
  [50, { sends: 110, failures: 220, retries: 330, granted: 440 }],
  [10, { sends: 100, failures: 200, retries: 300, granted: 400 }],
])('a window of %i s counts every bucket that reaches into it', (seconds, expected) => {
  // NOW is the beginning of a bucket; the window of 59 s begins inside the one of 60 s ago.
  expect(countsOf(all, NOW, seconds)).toEqual(expected);
});

test('a bucket leaves the window when its last second does', () => {
  const one = health(counted(0, 1));
  expect(countsOf(one, at(69.999), 60).sends).toBe(1);
  expect(countsOf(one, at(70), 60).sends).toBe(0);
});

test('what a clock ahead of ours has counted is counted', () => {
  expect(countsOf(health(counted(30, 5)), NOW, 60).sends).toBe(5);
});

test('what came before a given bucket is left out', () => {
  expect(countsOf(all, NOW, 60, bucket(-50))).toEqual({ sends: 110, failures: 220, retries: 330, granted: 440 });
});

test('nothing but counters is counted', () => {
  expect(countsOf(health({ openUntil: at(5), generation: 7, notBefore: at(9) }), NOW, 60)).toEqual({
    sends: 0,
    failures: 0,
    retries: 0,
    granted: 0,
  });
});

test('stale is what no window reaches', () => {
  expect(staleCounters(all, NOW, 60)).toEqual([]);
  expect(staleCounters(all, NOW, 50).toSorted()).toEqual(['f', 'g', 'r', 's'].map((of) => `${of}${bucket(-60)}`));
});

test('a counter is named after what it counts and its ten seconds since 1970', () => {
  expect(bucketOf(epochMs(29_999))).toBe(2);
  expect(counter('s', epochMs(30_000))).toBe('s3');
});

describe('what no window reaches is removed', () => {
  const about = { provider: 'http', now: NOW, token: 'token' };
  const stale = (count: number) => health(Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, 1])));
  const removed = (count: number) => {
    const [only] = tidyHealth(about, stale(count), DEFAULTS)?.items ?? [];
    return only?.verb === 'update' ? only.changes.length : null;
  };

  test.each([
    [20, null],
    [21, 21],
    [100, 100],
    // An update's expression has 4 kB.
    [101, 100],
  ])('%i stale counters: %j', (count, expected) => expect(removed(count)).toBe(expected));

  test('and nothing else', () => {
    const [only] = tidyHealth(about, health({ ...stale(21), ...counted(-60, 5) }), DEFAULTS)?.items ?? [];
    expect(only?.verb === 'update' && only.changes.map(({ attribute }) => attribute).sort()).toEqual(
      Array.from({ length: 21 }, (_, i) => `s${i}`).sort(),
    );
  });
});
