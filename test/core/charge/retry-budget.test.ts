// A spent retry budget: no retry; proved refusals end the attempt, doubt goes to the lookup; nothing else changes.

import { describe, expect, test } from 'vitest';
import { needsBudget, nextStep } from '#core/charge/next-step.ts';
import { DEFAULTS, NOW, sent } from '../examples.ts';
import * as o from './outcomes.ts';

const moment = { now: NOW, random: 0.5 };
const granted = (doubtful: readonly number[], outcome: (typeof o.OUTCOMES)[number]) =>
  nextStep(sent(2, doubtful), outcome, moment, DEFAULTS, 'granted');
const spent = (doubtful: readonly number[], outcome: (typeof o.OUTCOMES)[number]) =>
  nextStep(sent(2, doubtful), outcome, moment, DEFAULTS, 'spent');

describe('what would be sent again', () => {
  test.each([o.BUSY, o.TOO_MANY, o.NOT_SENT])('%o ends the attempt at once, if nothing is doubtful', (outcome) => {
    const failed = { kind: 'closeFailed', failure: 'providerUnavailable', withheld: 'budget' };
    expect(spent([2], outcome)).toMatchObject(failed);
    expect(spent([1, 2], outcome)).toEqual({ kind: 'unknown', clear: true, review: null });
  });

  test.each([o.SERVER_ERROR, o.TIMEOUT, o.LOST])('%o goes to the lookup', (outcome) => {
    expect(spent([2], outcome)).toEqual({ kind: 'unknown', clear: false, review: null });
  });

  test('the caller is still sent back when the provider asked to be asked again', () => {
    expect(spent([2], o.BUSY)).toMatchObject({ kind: 'closeFailed', retryAfterSeconds: 5 });
  });
});

test.each(o.OUTCOMES.filter((outcome) => !o.RETRIED.includes(outcome) || outcome === o.CREDENTIALS))(
  '%o comes to the same with and without a budget',
  (outcome) => {
    for (const doubtful of [[2], [1, 2]]) {
      expect(spent(doubtful, outcome)).toEqual(granted(doubtful, outcome));
      expect(needsBudget(granted(doubtful, outcome))).toBe(false);
    }
  },
);

test.each(o.RETRIED.filter((outcome) => outcome !== o.CREDENTIALS))('%o needs a budget', (outcome) => {
  expect(needsBudget(granted([2], outcome))).toBe(true);
});

test('no budget is asked for a retry that would not be made', () => {
  expect(needsBudget(nextStep(sent(4, [4]), o.TIMEOUT, moment, DEFAULTS, 'granted'))).toBe(false);
});
