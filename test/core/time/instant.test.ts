// Milliseconds for our clocks, whole seconds for DynamoDB's TTL and the due index (design section 3).

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { epochMs, plusSeconds, secondsBetween, toSeconds, toSecondsUp, toTimestamp } from '#core/time/instant.ts';

describe('an instant', () => {
  test.each([0, 1, 1_767_614_400_000])('%d', (value) => expect(epochMs(value)).toBe(value));
  it('drops parts of a millisecond', () => expect(epochMs(1.9)).toBe(1));
  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%d is none', (value) => {
    expect(() => epochMs(value)).toThrow(RangeError);
  });
});

test.each([
  [0, 0, 0],
  [1, 0, 1],
  [999, 0, 1],
  [1_000, 1, 1],
  [1_001, 1, 2],
])('%d ms lies in second %d and is over by second %d', (ms, down, up) => {
  expect(toSeconds(epochMs(ms))).toBe(down);
  expect(toSecondsUp(epochMs(ms))).toBe(up);
});

it('counts seconds from one instant to another', () => {
  const begin = epochMs(10_000);
  expect(plusSeconds(begin, 1.5)).toBe(11_500);
  expect(plusSeconds(begin, -10)).toBe(0);
  expect(secondsBetween(begin, epochMs(11_500))).toBe(1.5);
  expect(secondsBetween(epochMs(11_500), begin)).toBe(-1.5);
});

it('rounding up is never early, and never a second late', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (ms) => {
      const up = toSecondsUp(epochMs(ms)) * 1000;
      expect(up).toBeGreaterThanOrEqual(ms);
      expect(up - ms).toBeLessThan(1000);
    }),
  );
});

it('is shown in RFC 3339, UTC', () => {
  expect(toTimestamp(epochMs(1_767_614_400_123))).toBe('2026-01-05T12:00:00.123Z');
});
