// What one worker does at a time: explore a world, or find where a guard is missed.

import { type Explored, explore } from './explore.ts';
import { GUARDS } from './guard-table.ts';
import { asksForEndings, type Missed, missOf } from './miss.ts';
import { worldNamed } from './worlds.ts';

export type Task =
  | { readonly kind: 'world'; readonly name: string; readonly liveness: boolean }
  /** `broken`: invariants that are broken with every guard in place. */
  | { readonly kind: 'guard'; readonly number: number; readonly broken: readonly string[] };

export type Result =
  | { readonly kind: 'world'; readonly explored: Explored }
  | { readonly kind: 'guard'; readonly missed: Missed };

/** A world that reaches one of them is told as cut. */
export const WORLD_LIMITS = { states: 1_200_000, seconds: 150, first: false } as const;
const GUARD_LIMITS = { states: 500_000, seconds: 90 } as const;

export function perform(task: Task): Result {
  switch (task.kind) {
    case 'world': {
      const liveness = task.liveness || asksForEndings(task.name);
      return { kind: 'world', explored: explore(worldNamed(task.name), { ...WORLD_LIMITS, liveness }) };
    }
    case 'guard': {
      const guard = GUARDS[task.number];
      if (!guard) throw new RangeError(`no guard ${task.number}`);
      return { kind: 'guard', missed: missOf(guard, GUARD_LIMITS, task.broken) };
    }
  }
}
