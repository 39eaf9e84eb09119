// Searches for a history that breaks an invariant; what it finds is made small, and can be found again by its seed.

import fc from 'fast-check';
import type { BesideEngine } from './beside-engine.ts';
import { type Coverage, cover, nothingYet } from './coverage.ts';
import { broken } from './invariants.ts';
import { machinesFor, makeMachines } from './machines.ts';
import type { Plan } from './plan.ts';
import { anyPlan } from './plans.ts';
import { type History, live } from './world.ts';

export interface Found {
  readonly seed: number;
  readonly plan: Plan;
  readonly broken: readonly string[];
  readonly history: History;
}

export interface Searched {
  readonly runs: number;
  readonly coverage: Coverage;
  readonly found: Found | null;
}

/** `engine`: to be lived on a real one, too. */
export async function relive(plan: Plan, engine: BesideEngine | null = null): Promise<History> {
  await makeMachines();
  return live(plan, machinesFor(plan.contract), await engine?.backing());
}

/** `progress`: called after each history. */
export async function search(
  seed: number,
  runs: number,
  progress: () => void = () => {},
  engine: BesideEngine | null = null,
): Promise<Searched> {
  const coverage = nothingYet(Object.values(await makeMachines()));
  let lived = 0;
  const property = fc.asyncProperty(anyPlan, async (plan) => {
    const history = await relive(plan, engine);
    lived += 1;
    cover(coverage, history);
    progress();
    return broken(history).length === 0;
  });
  const checked = await fc.check(property, { seed, numRuns: runs, endOnFailure: false });
  if (!checked.failed) return { runs: lived, coverage, found: null };
  const [plan] = checked.counterexample ?? [];
  if (plan === undefined) throw new Error('a history could not be lived');
  const history = await relive(plan, engine);
  return { runs: lived, coverage, found: { seed, plan, broken: broken(history), history } };
}
