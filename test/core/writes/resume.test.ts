// Write 5 (design section 3): a new run, if `Open`, not `held`, and the last start is at least 5 s old; one caller wins.

import { describe, expect, it, test } from 'vitest';
import type { Attempt } from '#core/records/attempt.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { mayResume, resume } from '#core/writes/resume.ts';
import { A, at, attempt, DEFAULTS, NOW, refOf, sent } from '../examples.ts';
import { attemptIn, expectRefused, expectWritten, world } from './world.ts';

const OLD = at(-5);
const write = (token = 'resume') => resume(refOf(A), NOW, token);

it('begins a run: its number, its start, its counters; the attempt’s sends and doubts stay', () => {
  const before = sent(3, [1, 3], { resumes: 1, lastStartedAt: OLD, runPolls: 2, credentialsRefused: 1 });
  const tables = expectWritten(world({ attempts: [before] }), write());
  const { credentialsRefused, ...kept } = before;
  expect(attemptIn(tables, A)).toEqual({
    ...kept,
    resumes: 2,
    lastStartedAt: NOW,
    runSends: 0,
    runPolls: 0,
    timeline: [...before.timeline, { at: NOW, what: 'resumed' }],
  });
});

it('answers with the attempt: the run’s input needs its number and its seal key', () => {
  const answer = world({ attempts: [attempt({ lastStartedAt: OLD })] }).write(write());
  expect(answer).toMatchObject({ written: true, after: { resumes: 1, sealKey: attempt().sealKey } });
});

describe('is refused by one condition alone', () => {
  test.each<[string, Partial<Attempt>]>([
    ['it has succeeded', { status: 'Succeeded' }],
    ['it was declined', { status: 'Declined' }],
    ['it has failed', { status: 'Failed' }],
    ['it was abandoned', { status: 'Abandoned' }],
    ['it is held', { held: true }],
    ['it was started less than 5 s ago', { lastStartedAt: at(-4.999) }],
  ])('%s', (_name, over) => {
    const before = attempt({ lastStartedAt: OLD, ...over });
    expect(mayResume(before, NOW)).toBe(false);
    expectRefused(world({ attempts: [before] }), write(), 0);
  });

  test('there is no such attempt', () => expectRefused(world({}), write(), 0));
});

it('may be tried exactly then', () => {
  expect(mayResume(attempt({ lastStartedAt: OLD }), NOW)).toBe(true);
  expectWritten(world({ attempts: [attempt({ lastStartedAt: OLD })] }), write());
});

it('of two callers one wins', () => {
  const tables = expectWritten(world({ attempts: [attempt({ lastStartedAt: OLD })] }), write());
  expectRefused(tables, write('other'), 0);
});

it('the older run’s claims fail from then on', () => {
  const tables = expectWritten(world({ attempts: [sent(1, [1], { lastStartedAt: OLD })] }), write());
  const claim = { ref: refOf(A), sends: 1, poll: false, now: NOW, token: 'claim' };
  expectRefused(tables, claimSend({ ...claim, resumes: 0 }, DEFAULTS), 0);
  expectWritten(tables, claimSend({ ...claim, resumes: 1 }, DEFAULTS));
});
