// What the same stories would consume in the workflow of the textbook: a state and a Lambda function for each step. It is
// computed, not measured, and kept small on purpose: nothing in it is there to make it dear.

import type { Consumption } from './prices.ts';

/** Each step a Task with one function; beside it what the function asks of the table, each item under 1 kB. */
const STEPS = {
  ValidateOrder: { readUnits: 1, writeUnits: 0 },
  StoreKey: { readUnits: 0, writeUnits: 1 },
  StoreAttempt: { readUnits: 0, writeUnits: 1 },
  Charge: { readUnits: 0, writeUnits: 0 },
  StoreOutcome: { readUnits: 0, writeUnits: 1 },
  UpdateOrder: { readUnits: 0, writeUnits: 1 },
  LookUp: { readUnits: 1, writeUnits: 1 },
} as const;

type Step = keyof typeof STEPS;

const BEFORE: readonly Step[] = ['ValidateOrder', 'StoreKey', 'StoreAttempt'];
const AFTER: readonly Step[] = ['StoreOutcome', 'UpdateOrder'];

/** ChargeOutcome, a Choice, after each send; Wait before each further one; Paid, Declined or Abandoned at the end. */
const statesAround = (sends: number, looks: number): number => sends + (sends - 1) + 2 * looks + 1;

export const MODEL_SENTENCE =
  `In it a payment runs ${[...BEFORE, 'Charge', ...AFTER].join(', ')} as a Lambda function and a state each, ` +
  'a Choice after each Charge, a Wait before a further one, Wait, LookUp and a Choice for each look, and a last state. ' +
  'Each item is one plain write of one unit: no transaction, no index, and so none of the guarantees. ' +
  'A function behind the API starts the run and polls once for its end; a duplicate is found by the name of its run.';

export function statePerStep({ sends, looks }: { readonly sends: number; readonly looks: number }): Consumption {
  if (sends === 0) return { states: 0, invocations: 1, apiRequests: 1, readUnits: 1, writeUnits: 0 };
  const steps: Step[] = [
    ...BEFORE,
    ...Array.from({ length: sends }, (): Step => 'Charge'),
    ...Array.from({ length: looks }, (): Step => 'LookUp'),
    ...AFTER,
  ];
  const sum = (of: 'readUnits' | 'writeUnits') => steps.reduce((total, step) => total + STEPS[step][of], 0);
  return {
    states: steps.length + statesAround(sends, looks),
    invocations: steps.length + 1,
    apiRequests: 1,
    readUnits: sum('readUnits') + 1,
    writeUnits: sum('writeUnits'),
  };
}
