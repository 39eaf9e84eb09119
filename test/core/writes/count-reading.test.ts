// Write 6 (design section 3): a reading counts only if nothing happened since the read that it was taken for.

import { describe, expect, it, test } from 'vitest';
import type { Attempt } from '#core/records/attempt.ts';
import { toSeconds } from '#core/time/instant.ts';
import { countReading } from '#core/writes/count-reading.ts';
import { A, at, refOf, sent } from '../examples.ts';
import { attemptIn, expectRefused, expectWritten, world } from './world.ts';

const reading = (seen: Attempt, now = at(1_800), token = 'reading') =>
  countReading({ ref: refOf(A), seen, recheckSeconds: 60, now, token });

it('is counted, and the second one may follow recheckSeconds later', () => {
  const before = sent(2, [1, 2], { checks: 5 });
  expect(attemptIn(expectWritten(world({ attempts: [before] }), reading(before, at(1_800.5))), A)).toEqual({
    ...before,
    notFoundReadings: 1,
    lastCheckedAt: at(1_800.5),
    checks: 0,
    nextCheckAt: toSeconds(at(1_861)),
    timeline: [...before.timeline, { at: at(1_800.5), what: 'not found', detail: 'reading counted' }],
  });
});

it('the second one, too', () => {
  const before = sent(2, [1, 2], { notFoundReadings: 1, lastCheckedAt: at(1_800) });
  const after = attemptIn(expectWritten(world({ attempts: [before] }), reading(before, at(1_860))), A);
  expect(after).toMatchObject({ notFoundReadings: 2, lastCheckedAt: at(1_860) });
});

describe('is refused by one condition alone', () => {
  const first = sent(2, [1, 2]);
  const second = sent(2, [1, 2], { notFoundReadings: 1, lastCheckedAt: at(1_700) });

  test.each<[string, Attempt, Partial<Attempt>]>([
    ['it has succeeded', first, { status: 'Succeeded' }],
    ['it was declined', first, { status: 'Declined' }],
    ['it has failed', first, { status: 'Failed' }],
    ['it was abandoned', first, { status: 'Abandoned' }],
    ['a send was claimed', first, { sends: 3 }],
    ['somebody else counted the first', first, { lastCheckedAt: at(1_799) }],
    ['somebody else counted another', second, { lastCheckedAt: at(1_799) }],
  ])('%s', (_name, seen, since) => {
    expectWritten(world({ attempts: [seen] }), reading(seen));
    expectRefused(world({ attempts: [{ ...seen, ...since }] }), reading(seen), 0);
  });

  test('there is no such attempt', () => expectRefused(world({}), reading(first), 0));
});

it('two lookups at once make one reading', () => {
  const seen = sent(1, [1]);
  const tables = expectWritten(world({ attempts: [seen] }), reading(seen));
  expectRefused(tables, reading(seen, at(1_801), 'other'), 0);
});
