// Every task returns one fixed shape (design section 4): a missing field is `States.Runtime`, which nothing catches.

import { expect, it, test } from 'vitest';
import { type StepOutcome, SUPERSEDED, settled, UNKNOWN, waiting } from '#core/workflow/step-outcome.ts';

const ALL: StepOutcome[] = [
  settled('Succeeded'),
  settled('Declined'),
  settled('Failed'),
  settled('Abandoned'),
  UNKNOWN,
  SUPERSEDED,
  waiting('stillProcessing', 30),
  waiting('retry', 1),
];

test.each(ALL)('$kind $status $waitSeconds has kind, status and a wait that a Wait state takes', (outcome) => {
  expect(Object.keys(outcome).sort()).toEqual(['kind', 'status', 'waitSeconds']);
  // As JSON, too: an undefined field would be gone.
  expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  expect(Number.isInteger(outcome.waitSeconds)).toBe(true);
  expect(outcome.waitSeconds).toBeGreaterThanOrEqual(1);
});

it('only a settled step tells how the attempt ended', () => {
  expect(ALL.filter(({ status }) => status !== null).map(({ kind }) => kind)).toEqual(Array(4).fill('settled'));
  expect(waiting('retry', 7)).toEqual({ kind: 'retry', status: null, waitSeconds: 7 });
});
