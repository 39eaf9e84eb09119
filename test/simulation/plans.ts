// Which plans are lived, and how often each kind.

import fc from 'fast-check';
import { foundLate, givenUp, listedTwice, twoRuns } from './directed-plans.ts';
import { freePlan } from './free-plans.ts';
import type { Plan } from './plan.ts';

export const anyPlan: fc.Arbitrary<Plan> = fc.oneof(
  { arbitrary: freePlan, weight: 6 },
  { arbitrary: givenUp, weight: 1 },
  { arbitrary: foundLate, weight: 1 },
  { arbitrary: listedTwice, weight: 1 },
  { arbitrary: twoRuns, weight: 1 },
);

/** The plans of a seed, without a search. */
export const plans = (seed: number, runs: number): readonly Plan[] => fc.sample(anyPlan, { seed, numRuns: runs });
