// The reply table of design section 5, row by row: what a send's outcome means for its attempt.

import { describe, expect, it, test } from 'vitest';
import { type ChargeStep, nextStep } from '#core/charge/next-step.ts';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import { at, DEFAULTS, FORGETS_ERRORS, NO_KEYS, NOT_REPLAYING, NOW, sent, settings } from '../examples.ts';
import { EXPECTED, reply } from '../outcome/reply-cases.ts';
import * as o from './outcomes.ts';

/** random = 0.5: the first retry waits 1 s, the second 1 s, the third 2 s, the fourth 4 s (section 7). */
const step = (attempt: Attempt, outcome: SendOutcome, s: Settings = DEFAULTS, now = NOW): ChargeStep =>
  nextStep(attempt, outcome, { now, random: 0.5 }, s, 'granted');

const retry = (waitSeconds: number, clear: boolean, credentials = false): ChargeStep => ({
  kind: 'retry',
  waitSeconds,
  clear,
  credentials,
});
const processing = (waitSeconds: number): ChargeStep => ({ kind: 'stillProcessing', waitSeconds });
const unknown = (clear: boolean, review: Extract<ChargeStep, { kind: 'unknown' }>['review'] = null): ChargeStep => ({
  kind: 'unknown',
  clear,
  review,
});
const failed = (
  failure: Extract<ChargeStep, { kind: 'closeFailed' }>['failure'],
  review: Extract<ChargeStep, { kind: 'closeFailed' }>['review'] = null,
): ChargeStep => ({ kind: 'closeFailed', failure, review });
const SUCCEEDED: ChargeStep = { kind: 'closeSucceeded', providerPaymentId: 'ch_000001' };
const DECLINED: ChargeStep = { kind: 'closeDeclined', reason: 'insufficient_funds' };

type Rows = readonly (readonly [string, SendOutcome, ChargeStep])[];

const FIRST: Rows = [
  ['200, 201: close Succeeded', o.APPROVED, SUCCEEDED],
  ['202, pending: wait, same key', o.PENDING, processing(1)],
  ['2xx unreadable: reconcile', o.UNREADABLE, unknown(false)],
  ['2xx contradicting: reconcile and review', o.CONTRADICTING, unknown(false, 'contradiction')],
  ['402: close Declined', o.DECLINED, DECLINED],
  ['409: wait as long as asked, same key', o.PROCESSING, processing(2)],
  ['422 on the very first send: close Failed, review', o.VIOLATION, failed('providerRejected', 'contract-violation')],
  ['401: one retry with the secret read again', o.CREDENTIALS, retry(1, true, true)],
  ['400 and the like: close Failed, review', o.REJECTED, failed('providerRejected', 'provider-rejected')],
  ['503, as asked', o.BUSY, retry(5, true)],
  ['429, full jitter', o.TOO_MANY, retry(1, true)],
  ['500: same key again', o.SERVER_ERROR, retry(1, false)],
  ['not sent: again', o.NOT_SENT, retry(1, true)],
  ['timeout: same key again', o.TIMEOUT, retry(1, false)],
  ['reset: same key again', o.LOST, retry(1, false)],
  ['3xx: reconcile and review', o.REDIRECTED, unknown(false, 'redirected')],
];

describe('the only doubtful send', () => {
  test.each(FIRST)('%s', (_name, outcome, expected) => expect(step(sent(1, [1]), outcome)).toEqual(expected));
});

describe('beside another doubtful send, nothing is proved by a refusal', () => {
  test.each<[string, SendOutcome, ChargeStep]>([
    ['200, 201', o.APPROVED, SUCCEEDED],
    ['202, pending', o.PENDING, processing(1)],
    ['2xx unreadable', o.UNREADABLE, unknown(false)],
    ['2xx contradicting', o.CONTRADICTING, unknown(false, 'contradiction')],
    ['402, first results are replayed: it was the first one’s', o.DECLINED, DECLINED],
    ['409', o.PROCESSING, processing(2)],
    ['422: an earlier send exists', o.VIOLATION, unknown(false, 'contract-violation')],
    ['401', o.CREDENTIALS, retry(1, true, true)],
    ['400 and the like: unknown, review', o.REJECTED, unknown(true, 'provider-rejected')],
    ['503', o.BUSY, retry(5, true)],
    ['429', o.TOO_MANY, retry(1, true)],
    ['500', o.SERVER_ERROR, retry(1, false)],
    ['not sent', o.NOT_SENT, retry(1, true)],
    ['timeout', o.TIMEOUT, retry(1, false)],
    ['reset', o.LOST, retry(1, false)],
    ['3xx', o.REDIRECTED, unknown(false, 'redirected')],
  ])('%s', (_name, outcome, expected) => expect(step(sent(2, [1, 2]), outcome)).toEqual(expected));
});

describe('after refused sends', () => {
  it('422 is no longer about the very first send: reconcile and review', () => {
    expect(step(sent(2, [2]), o.VIOLATION)).toEqual(unknown(false, 'contract-violation'));
  });

  it('a second 401 in a row is final: as 403', () => {
    const refused = { resumes: 1, credentialsRefused: 1 };
    expect(step(sent(2, [2], refused), o.CREDENTIALS)).toEqual(failed('providerRejected', 'provider-rejected'));
    expect(step(sent(3, [1, 3], refused), o.CREDENTIALS)).toEqual(unknown(true, 'provider-rejected'));
  });

  it('a 401 of an older run does not count against this one', () => {
    const refused = { resumes: 2, credentialsRefused: 1 };
    expect(step(sent(2, [2], refused), o.CREDENTIALS)).toMatchObject({ kind: 'retry', credentials: true });
  });

  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
  ])('retry %d backs off for %d s', (sends, seconds) => {
    expect(step(sent(sends, [sends]), o.NOT_SENT)).toEqual(retry(seconds, true));
  });
});

describe('after the last allowed send, or at the deadline', () => {
  const ENDED = o.RETRIED.filter((outcome) => outcome !== o.CREDENTIALS);
  const ENDS: readonly [string, (doubtful: 'one' | 'two') => ChargeStep[]][] = [
    ['the last send', (n) => ENDED.map((outcome) => step(sent(4, n === 'one' ? [4] : [1, 4]), outcome))],
    [
      'the deadline',
      (n) => ENDED.map((outcome) => step(sent(2, n === 'one' ? [2] : [1, 2]), outcome, DEFAULTS, at(59))),
    ],
  ];

  test.each(ENDS)('%s: nothing doubtful is Failed at once, no lookup; doubt is unknown', (_name, steps) => {
    const refused = ENDED.map(({ kind }) => kind !== 'unknown');
    expect(refused.filter(Boolean)).toHaveLength(3);
    // The caller is sent back when the provider asked to be asked again (section 6: 503 with Retry-After).
    const closed = (i: number) => ({
      ...failed('providerUnavailable'),
      ...(ENDED[i] === o.BUSY && { retryAfterSeconds: 5 }),
    });
    expect(steps('one')).toEqual(refused.map((yes, i) => (yes ? closed(i) : unknown(false))));
    expect(steps('two')).toEqual(refused.map((yes) => unknown(yes)));
  });

  it('a 401 to the last send has its one retry nevertheless: a rotated secret costs no payment', () => {
    expect(step(sent(4, [4]), o.CREDENTIALS)).toMatchObject({ kind: 'retry', clear: true, credentials: true });
    expect(step(sent(4, [1, 4]), o.CREDENTIALS)).toMatchObject({ kind: 'retry', clear: true, credentials: true });
    // That one is the last in any case.
    expect(step(sent(5, [5]), o.NOT_SENT)).toEqual(failed('providerUnavailable'));
    expect(step(sent(5, [5]), o.CREDENTIALS)).toEqual(failed('providerUnavailable'));
  });

  it('a 401 that the deadline leaves no retry for proves nothing about our secret: no review', () => {
    expect(step(sent(2, [2]), o.CREDENTIALS, DEFAULTS, at(59))).toEqual(failed('providerUnavailable'));
    expect(step(sent(2, [1, 2]), o.CREDENTIALS, DEFAULTS, at(59))).toEqual(unknown(true));
  });

  it('a send is the last one by maxSends', () => {
    expect(step(sent(3, [3]), o.NOT_SENT, settings({ maxSends: 3 })).kind).toBe('closeFailed');
    expect(step(sent(3, [3]), o.NOT_SENT, settings({ maxSends: 4 })).kind).toBe('retry');
  });

  it('sends of earlier runs, and polls after a 409, do not count', () => {
    expect(step(sent(9, [9], { runSends: 3, runPolls: 5 }), o.NOT_SENT).kind).toBe('retry');
    expect(step(sent(30, [30], { runSends: 4, runPolls: 25 }), o.PROCESSING)).toEqual(processing(2));
  });

  it('a wait that would end after the deadline is not begun', () => {
    expect(step(sent(1, [1]), o.BUSY, DEFAULTS, at(54)).kind).toBe('retry');
    expect(step(sent(1, [1]), o.BUSY, DEFAULTS, at(55))).toEqual({
      ...failed('providerUnavailable'),
      retryAfterSeconds: 5,
    });
    expect(step(sent(1, [1]), o.PROCESSING, DEFAULTS, at(57))).toEqual(processing(2));
    expect(step(sent(1, [1]), o.PROCESSING, DEFAULTS, at(58))).toEqual(unknown(false));
  });
});

describe('a provider whose keys do not make a second send safe', () => {
  describe.each([
    ['it takes no keys', NO_KEYS],
    ['it forgets a charge that it answered with an error', FORGETS_ERRORS],
  ])('%s', (_name, contract) => {
    test.each([o.SERVER_ERROR, o.TIMEOUT, o.LOST, o.PROCESSING, o.PENDING])(
      '$kind: doubt ends the sending',
      (outcome) => {
        expect(step(sent(1, [1]), outcome, contract)).toEqual(unknown(false));
      },
    );

    test.each([o.BUSY, o.TOO_MANY, o.CREDENTIALS, o.NOT_SENT])(
      '$kind: a proved refusal may be sent again',
      (outcome) => {
        expect(step(sent(1, [1]), outcome, contract).kind).toBe('retry');
      },
    );

    test.each([o.BUSY, o.TOO_MANY, o.CREDENTIALS, o.NOT_SENT])('$kind: but not beside a doubtful send', (outcome) => {
      expect(step(sent(2, [1, 2]), outcome, contract)).toMatchObject({ kind: 'unknown', clear: true });
    });
  });
});

describe('a provider that does not replay its first result', () => {
  it('402 beside another doubtful send: that one may still charge', () => {
    expect(step(sent(2, [1, 2]), o.DECLINED, NOT_REPLAYING)).toEqual(unknown(true));
  });

  it('402 alone: close Declined', () => expect(step(sent(2, [2]), o.DECLINED, NOT_REPLAYING)).toEqual(DECLINED));

  it('doubt is sent again: the key is known', () => {
    expect(step(sent(1, [1]), o.TIMEOUT, NOT_REPLAYING)).toEqual(retry(1, false));
  });
});

describe('503 is a refusal only where the contract says so', () => {
  const answered = (refusalStatuses: readonly number[]) => classifyReply(reply(503), EXPECTED, { refusalStatuses });

  it('in the contract', () => {
    expect(step(sent(1, [1]), answered([503]))).toEqual(retry(1, true));
    expect(step(sent(4, [4]), answered([503]))).toEqual(failed('providerUnavailable'));
  });

  it('not in the contract', () => {
    expect(step(sent(1, [1]), answered([]))).toEqual(retry(1, false));
    expect(step(sent(4, [4]), answered([]))).toEqual(unknown(false));
  });
});

test.each([{ kind: 'new' }, { kind: 'unknown', reason: 'new', status: null }])(
  '%o is a bug, not a verdict',
  (outcome) => {
    expect(() => step(sent(1, [1]), outcome as never)).toThrow('closed union');
  },
);
