// I4: from which states no ending can be reached by the machine alone, without a customer, evidence or a person.

import type { Actor } from './act.ts';
import type { Ints } from './ints.ts';
import type { State } from './state.ts';
import type { StateStore } from './state-store.ts';
import type { World } from './world.ts';

export interface Edges {
  readonly from: Ints;
  readonly to: Ints;
}

/** A provider that keeps its word processes what it got; of another only a loss can be relied upon. */
export const byItself = (actor: Actor, words: () => string, { behaviour }: World): boolean =>
  actor === 'run' ||
  actor === 'reconcile' ||
  actor === 'time' ||
  (actor === 'provider' && (behaviour.inTime || words().endsWith('never arrives')));

export function stuckStates(store: StateStore, { from, to }: Edges, isEnding: (state: State) => boolean): number[] {
  const into = predecessors(store.count, from, to);
  const good = new Uint8Array(store.count);
  const open: number[] = [];
  const reach = (n: number) => {
    if (good[n]) return;
    good[n] = 1;
    open.push(n);
  };
  for (let n = 0; n < store.count; n++) if (isEnding(store.get(n))) reach(n);
  for (let n = open.pop(); n !== undefined; n = open.pop()) for (const before of into(n)) reach(before);
  const stuck: number[] = [];
  for (let n = 0; n < store.count; n++) if (!good[n]) stuck.push(n);
  return stuck;
}

/** Edges by where they lead, in one array: those into n lie between `starts[n]` and `starts[n + 1]`. */
function predecessors(count: number, from: Ints, to: Ints): (n: number) => Int32Array {
  const starts = new Int32Array(count + 1);
  const at = (list: Int32Array, n: number): number => list[n] ?? 0;
  for (let e = 0; e < to.length; e++) starts[to.at(e) + 1] = at(starts, to.at(e) + 1) + 1;
  for (let n = 0; n < count; n++) starts[n + 1] = at(starts, n + 1) + at(starts, n);
  const free = starts.slice();
  const sources = new Int32Array(to.length);
  for (let e = 0; e < to.length; e++) {
    const slot = at(free, to.at(e));
    sources[slot] = from.at(e);
    free[to.at(e)] = slot + 1;
  }
  return (n) => sources.subarray(at(starts, n), at(starts, n + 1));
}
