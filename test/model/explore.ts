// Explores a world breadth first, so that the first way to a broken invariant is a shortest one.

import { Ints } from './ints.ts';
import { ended, OF_A_STATE, OF_A_STEP } from './invariants.ts';
import { byItself, type Edges, stuckStates } from './liveness.ts';
import { nothingYet, type State } from './state.ts';
import { StateStore } from './state-store.ts';
import { steps } from './steps.ts';
import { type Finding, retrace } from './trace.ts';
import type { World } from './world.ts';

export interface Limits {
  readonly states: number;
  readonly seconds: number;
  /** End at the first broken invariant. */
  readonly first: boolean;
  /** Known to be broken: not told again. */
  readonly broken?: readonly string[];
  /** Also look for states from which the machine alone reaches no ending. */
  readonly liveness: boolean;
}

export interface Explored {
  readonly world: string;
  readonly states: number;
  readonly steps: number;
  readonly depth: number;
  readonly complete: boolean;
  readonly seconds: number;
  /** How many different questions core was asked. */
  readonly asked: number;
  readonly findings: readonly Finding[];
}

const STATE_RULES = Object.entries(OF_A_STATE);
const STEP_RULES = Object.entries(OF_A_STEP);
/** Steps between two looks at the clock. */
const OFTEN = 1024;

export function explore(world: World, limits: Limits): Explored {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const store = new StateStore(world.codec);
  const parents = new Ints();
  const edges: Edges | null = limits.liveness ? { from: new Ints(), to: new Ints() } : null;
  const broken = new Map<string, { after: number; words: string }>();
  /** Nothing is explored from where something is broken. */
  const ends = new Set<number>();
  let taken = 0;
  let n = 0;

  const visit = (next: State, before: State | null): { found: number; wrong: string[] } => {
    const wrong: string[] = [];
    if (before) for (const [rule, isBroken] of STEP_RULES) if (isBroken(next, before)) wrong.push(rule);
    const { n: found, isNew } = store.add(next);
    if (isNew) {
      parents.push(before ? n : -1);
      for (const [rule, isBroken] of STATE_RULES) if (isBroken(next, world)) wrong.push(rule);
      if (wrong.length > 0) ends.add(found);
    }
    return { found, wrong };
  };

  visit(nothingYet(world.bounds), null);
  for (; n < store.count && store.count < limits.states; n++) {
    if (n % OFTEN === 0 && elapsed() > limits.seconds) break;
    if (ends.has(n)) continue;
    const before = store.get(n);
    steps(before, world, (actor, words, next, alarm) => {
      taken += 1;
      const { found, wrong } = visit(next, before);
      for (const what of alarm ? [alarm, ...wrong] : wrong)
        if (!broken.has(what) && !limits.broken?.includes(what)) broken.set(what, { after: n, words: words() });
      if (edges && byItself(actor, words, world)) {
        edges.from.push(n);
        edges.to.push(found);
      }
    });
    if (limits.first && broken.size > 0) break;
  }

  const complete = n >= store.count;
  const way = (to: number, last: string) => [...retrace(store, parents, to, world), last];
  const findings = [...broken].map(([what, { after, words }]) => ({ what, way: way(after, words) }));
  const [stuck, ...more] = edges && complete ? stuckStates(store, edges, ended) : [];
  if (stuck !== undefined)
    findings.push({ what: `I4 no ending from here, and from ${more.length} more states`, way: way(stuck, 'nothing') });
  return {
    world: world.name,
    states: store.count,
    steps: taken,
    depth: depthOf(parents),
    complete,
    seconds: elapsed(),
    asked: world.memory.asked,
    findings,
  };
}

/** Of the state that was found last. */
function depthOf(parents: Ints): number {
  let depth = 0;
  for (let n = parents.at(parents.length - 1); n >= 0; n = parents.at(n)) depth += 1;
  return depth;
}
