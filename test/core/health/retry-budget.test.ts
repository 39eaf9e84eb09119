// The retry budget of design section 7: ratio 0.1, window 60 s, minimum 10.

import { describe, expect, test } from 'vitest';
import { budgetOf, grantsRetry } from '#core/health/retry-budget.ts';
import { at, DEFAULTS, NOW, settings } from '../examples.ts';
import { counted, health } from './examples.ts';

describe('retries are at most a tenth of the other sends, or ten', () => {
  test.each([
    ['the tenth retry of few sends', 3, 10, true],
    ['the eleventh of few sends', 3, 11, false],
    ['the eleventh of 109 sends', 109, 11, false],
    ['the eleventh of 110 sends', 110, 11, true],
    ['the hundredth of a thousand', 1_000, 100, true],
    ['the hundred and first of a thousand', 1_000, 101, false],
  ])('%s', (_name, sends, retries, granted) => {
    expect(grantsRetry(health(counted(-20, sends, 0, retries)), NOW, DEFAULTS)).toBe(granted);
  });
});

test('a retry earns no further retry', () => {
  expect(budgetOf(health(counted(0, 200, 0, 5_000)), NOW, DEFAULTS)).toEqual({ granted: 5_000, most: 20 });
});

test('a retry counts when it is granted, not when it is sent', () => {
  expect(budgetOf(health(counted(0, 10, 0, 7, 2)), NOW, DEFAULTS)).toEqual({ granted: 2, most: 10 });
});

test('only the window counts', () => {
  const long = health({ ...counted(-80, 9_000, 0, 900), ...counted(0, 10, 0, 10) });
  expect(budgetOf(long, NOW, DEFAULTS)).toEqual({ granted: 10, most: 10 });
  expect(budgetOf(long, at(1), settings({ retryBudgetWindowSeconds: 120 }))).toEqual({ granted: 910, most: 901 });
});

test('with ratio 0 and minimum 0 there are no retries at all', () => {
  const none = settings({ retryBudgetRatio: 0, retryBudgetMinimum: 0 });
  expect(grantsRetry(health(counted(0, 1_000, 0, 1)), NOW, none)).toBe(false);
});
