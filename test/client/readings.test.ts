// What each answer proves, for every problem that our API knows, and how long the client waits.

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROBLEMS, type ProblemSlug, problem } from '#core/api/problem.ts';
import { readCheckout } from '../../client/read-checkout.ts';
import { retryAfterMs, waitMs } from '../../client/waits.ts';

const reading = (slug: ProblemSlug) => {
  const body = { ...problem(slug), orderId: '1', attemptId: 'a' };
  const read = readCheckout({ status: PROBLEMS[slug].status, headers: new Headers(), body }, '1');
  if (read.kind === 'ended') return `ended: ${read.result.kind}`;
  return read.kind === 'again' ? `again: ${read.now.kind}` : read.kind;
};

test('every problem of the API has its meaning', () => {
  const meanings = Object.keys(PROBLEMS).map((slug) => [slug, reading(slug as ProblemSlug)]);
  expect(Object.fromEntries(meanings)).toEqual({
    'key-missing': 'ended: refused',
    'key-invalid': 'ended: refused',
    'body-invalid': 'ended: refused',
    unauthenticated: 'ended: refused',
    declined: 'ended: declined',
    'order-not-found': 'ended: refused',
    'order-exists': 'ended: refused',
    'other-payment-open': 'again: refused',
    'body-too-large': 'ended: refused',
    'media-type-unsupported': 'ended: refused',
    'key-reused': 'ended: refused',
    internal: 'silent',
    'provider-rejected': 'ended: notCharged',
    'provider-unavailable': 'again: notCharged',
  });
});

const WAITS = { baseMs: 500, capMs: 8_000, retryAfterCapMs: 30_000 };

test('full jitter: anything from nothing to the ceiling, which doubles up to its cap', () => {
  for (const [tries, ceiling] of [
    [1, 500],
    [2, 1_000],
    [5, 8_000],
    [500, 8_000],
  ] as const) {
    expect(waitMs(tries, null, 0, WAITS)).toBe(0);
    expect(waitMs(tries, null, 0.5, WAITS)).toBe(ceiling / 2);
  }
});

test('a Retry-After is obeyed up to its cap, and never shortened by the jitter', () => {
  const asked = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      asked,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (n, ms, chance) => {
        const wait = waitMs(n, ms, chance, WAITS);
        expect(wait).toBeGreaterThanOrEqual(Math.min(ms, 30_000));
        expect(wait).toBeLessThan(38_000);
      },
    ),
  );
});

test.each([
  ['2', 2_000],
  ['0', 0],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  [null, null],
] as const)('Retry-After %j', (header, ms) => {
  expect(retryAfterMs(header)).toBe(ms);
});
