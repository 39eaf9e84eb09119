// Write 2 (design section 3): no byte leaves without a claim, and each of its conditions stops it alone.

import { describe, expect, it, test } from 'vitest';
import type { Attempt } from '#core/records/attempt.ts';
import { type Claim, claimSend } from '#core/writes/claim-send.ts';
import {
  A,
  at,
  attempt,
  DEFAULTS,
  FORGETS_ERRORS,
  NO_KEYS,
  NOT_REPLAYING,
  NOW,
  refOf,
  sent,
  settings,
} from '../examples.ts';
import { attemptIn, expectRefused, expectWritten, world } from './world.ts';

const claim = (sends: number, over: Partial<Claim> = {}): Claim => ({
  ref: refOf(A),
  resumes: 0,
  sends,
  poll: false,
  now: NOW,
  token: 'claim',
  ...over,
});
const withA = (over: Attempt) => world({ attempts: [over] });

describe('what it writes', () => {
  it('the first send: counted, doubtful, and the beginning of the key window', () => {
    expect(attemptIn(expectWritten(withA(attempt()), claimSend(claim(0, { now: at(1) }), DEFAULTS)), A)).toEqual({
      ...attempt(),
      sends: 1,
      doubtful: new Set([1]),
      runSends: 1,
      firstSentAt: at(1),
      lastSentAt: at(1),
      timeline: [...attempt().timeline, { at: at(1), what: 'sent', detail: 'send 1' }],
    });
  });

  it('a later send: the window began with the first, and not-found readings start over', () => {
    const before = sent(2, [1], { notFoundReadings: 1, lastCheckedAt: at(5) });
    expect(attemptIn(expectWritten(withA(before), claimSend(claim(2, { now: at(9) }), DEFAULTS)), A)).toMatchObject({
      sends: 3,
      runSends: 3,
      runPolls: 0,
      doubtful: new Set([1, 3]),
      firstSentAt: NOW,
      lastSentAt: at(9),
      notFoundReadings: 0,
    });
  });

  it('a poll after a 409 is a send, but not one that counts towards maxSends', () => {
    const after = attemptIn(expectWritten(withA(sent(1, [1])), claimSend(claim(1, { poll: true }), DEFAULTS)), A);
    expect(after).toMatchObject({ sends: 2, runSends: 1, runPolls: 1, doubtful: new Set([1, 2]) });
    expect(after.timeline?.at(-1)).toEqual({ at: NOW, what: 'asked again', detail: 'send 2' });
  });

  it('answers with the attempt as the claim left it', () => {
    const answer = withA(attempt()).write(claimSend(claim(0), DEFAULTS));
    expect(answer).toMatchObject({ written: true, after: { sends: 1, sealKey: attempt().sealKey } });
  });
});

describe('is refused by one condition alone', () => {
  test.each<[string, Attempt]>([
    ['it has succeeded', sent(1, [1], { status: 'Succeeded' })],
    ['it was declined', sent(1, [1], { status: 'Declined' })],
    ['it has failed', sent(1, [1], { status: 'Failed' })],
    ['it was abandoned', sent(1, [1], { status: 'Abandoned' })],
    ['it is held: another attempt paid', sent(1, [1], { held: true })],
    ['a newer run', sent(1, [1], { resumes: 1 })],
    ['another claim came first', sent(2, [1, 2])],
    ['the key window, less the time a request may be under way', sent(1, [1], { firstSentAt: at(-85_463) })],
    ['the run’s deadline', sent(1, [1], { lastStartedAt: at(-60) })],
  ])('%s', (_name, before) => {
    expectWritten(withA(sent(1, [1])), claimSend(claim(1), DEFAULTS));
    expectRefused(withA(before), claimSend(claim(1), DEFAULTS), 0);
  });

  it('there is no such attempt', () => expectRefused(world({}), claimSend(claim(0), DEFAULTS), 0));
});

describe('the key window', () => {
  // 86,400 s, less 3 + 4 s of the function, 900 s of processing and 30 s of skew.
  it('ends where a request could still be under way when the provider forgets', () => {
    expectWritten(withA(sent(1, [1], { firstSentAt: at(-85_462.999) })), claimSend(claim(1), DEFAULTS));
    expectRefused(withA(sent(1, [1], { firstSentAt: at(-85_463) })), claimSend(claim(1), DEFAULTS), 0);
  });

  it('follows the provider’s contract', () => {
    const short = settings({ attemptTimeoutSeconds: 5 }, { keyRetentionSeconds: 3_600, maxProcessingSeconds: 100 });
    expectWritten(withA(sent(1, [1], { firstSentAt: at(-3_460) })), claimSend(claim(1), short));
    expectRefused(withA(sent(1, [1], { firstSentAt: at(-3_461) })), claimSend(claim(1), short), 0);
  });

  it('has not begun before the first send, however old the attempt is', () => {
    expectWritten(withA(attempt({ createdAt: at(-200_000) })), claimSend(claim(0), DEFAULTS));
  });
});

it('the deadline is the newest run’s', () => {
  const before = sent(1, [1], { resumes: 1, lastStartedAt: at(-59.999) });
  expectWritten(withA(before), claimSend(claim(1, { resumes: 1 }), DEFAULTS));
  const shorter = settings({ chargeDeadlineSeconds: 59 });
  expectRefused(withA(before), claimSend(claim(1, { resumes: 1 }), shorter), 0);
});

describe('nothing else may be doubtful', () => {
  test.each([
    ['if the provider takes no keys', NO_KEYS],
    ['if it forgets a charge that it answered with an error', FORGETS_ERRORS],
  ])('%s', (_name, contract) => {
    expectRefused(withA(sent(1, [1])), claimSend(claim(1), contract), 0);
    expectRefused(withA(sent(1, [1])), claimSend(claim(1, { poll: true }), contract), 0);
    expectWritten(withA(sent(1, [])), claimSend(claim(1), contract));
    expectWritten(withA(attempt()), claimSend(claim(0), contract));
  });

  it('but to a provider that keeps keys and errors, replaying or not, the same key may be sent again', () => {
    expectWritten(withA(sent(1, [1])), claimSend(claim(1), DEFAULTS));
    expectWritten(withA(sent(1, [1])), claimSend(claim(1), NOT_REPLAYING));
  });
});

it('of two claims of one number, one wins', () => {
  const tables = expectWritten(withA(attempt()), claimSend(claim(0), DEFAULTS));
  expectRefused(tables, claimSend(claim(0, { token: 'other' }), DEFAULTS), 0);
});

it('our own claim whose answer was lost is recognised, and is one send', () => {
  const tables = expectWritten(withA(attempt()), claimSend(claim(0), DEFAULTS));
  expect(tables.write(claimSend(claim(0), DEFAULTS))).toMatchObject({ written: true, after: { sends: 1 } });
});
