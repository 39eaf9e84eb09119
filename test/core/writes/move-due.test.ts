// The sweep moves `nextCheckAt` forward before it starts a run, only if the attempt still has one (design section 4).

import { describe, expect, it, test } from 'vitest';
import { attemptAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { toSeconds } from '#core/time/instant.ts';
import { endVigil, moveDue } from '#core/writes/move-due.ts';
import { A, at, attempt, ended, refOf } from '../examples.ts';
import { attemptIn, expectRefused, expectWritten, world } from './world.ts';

const seen = toSeconds(at(120));
const next = toSeconds(at(180));
const move = (token = 'move') => moveDue(attemptAddress(refOf(A)), seen, next, token);

describe('the next look', () => {
  it('moves forward, and is counted for the back-off', () => {
    const tables = expectWritten(world({ attempts: [attempt({ checks: 2 })] }), move());
    expect(attemptIn(tables, A)).toEqual(attempt({ checks: 3, nextCheckAt: next }));
  });

  test.each<[string, Attempt]>([
    ['closed: it must not come back', ended('Failed')],
    ['moved by another sweep', attempt({ nextCheckAt: toSeconds(at(121)) })],
  ])('%s', (_name, before) => expectRefused(world({ attempts: [before] }), move(), 0));

  it('makes no attempt out of nothing', () => expectRefused(world({}), move(), 0));

  it('a schedule that fires twice moves it once', () => {
    expectRefused(expectWritten(world({ attempts: [attempt()] }), move()), move('other'), 0);
  });
});

describe('the end of a vigil', () => {
  const watched = ended('Abandoned', {});

  it('an abandoned attempt leaves the index, and stays what it is', () => {
    const before = { ...watched, dueShard: '3', nextCheckAt: seen };
    expect(attemptIn(expectWritten(world({ attempts: [before] }), endVigil(refOf(A), 'end')), A)).toEqual(watched);
  });

  test.each(['Open', 'Succeeded', 'Declined', 'Failed'] as const)('not one that is %s', (status) => {
    const before = attempt({ status });
    expectRefused(world({ attempts: [before] }), endVigil(refOf(A), 'end'), 0);
  });
});
