// Whether a guard is missed: the first of its worlds in which something breaks without it.

import { type Explored, explore } from './explore.ts';
import type { Guard } from './guards.ts';
import { worldNamed } from './worlds.ts';

export interface Missed {
  readonly guard: string;
  readonly breaks: { readonly what: string; readonly world: string; readonly steps: number } | null;
  readonly explained: string | null;
  /** Worlds that were not searched whole. */
  readonly cut: readonly string[];
  readonly seconds: number;
}

export interface GuardLimits {
  readonly states: number;
  readonly seconds: number;
}

/** I4 is a question of its own: it needs every way out of every state. */
export const asksForEndings = (world: string): boolean => world.startsWith('lookups');

/** `broken`: what is broken in these worlds as it is, and proves nothing. */
export function missOf(guard: Guard, limits: GuardLimits, broken: readonly string[]): Missed {
  const searched: Explored[] = [];
  const came = (breaks: Missed['breaks']): Missed => ({
    guard: guard.is,
    breaks,
    explained: guard.explained ?? null,
    cut: searched.filter(({ complete, findings }) => !complete && findings.length === 0).map(({ world }) => world),
    seconds: searched.reduce((sum, { seconds }) => sum + seconds, 0),
  });
  for (const name of guard.worlds) {
    const liveness = asksForEndings(name);
    const explored = explore(worldNamed(name, guard), { ...limits, first: !liveness, liveness, broken });
    searched.push(explored);
    const [first] = explored.findings;
    if (first) return came({ what: first.what, world: name, steps: first.way.length });
  }
  return came(null);
}
