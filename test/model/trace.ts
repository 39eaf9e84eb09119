// The way to a state, told again: the store keeps each state's predecessor only.

import type { Ints } from './ints.ts';
import type { State } from './state.ts';
import type { StateStore } from './state-store.ts';
import { steps } from './steps.ts';
import type { World } from './world.ts';

export interface Finding {
  readonly what: string;
  readonly way: readonly string[];
}

export function retrace(store: StateStore, parents: Ints, to: number, world: World): string[] {
  const path: number[] = [];
  for (let n = to; n >= 0; n = parents.at(n)) path.unshift(n);
  return path.slice(1).map((n, i) => wordsBetween(store.get(path[i] ?? 0), store.get(n), world));
}

function wordsBetween(before: State, after: State, world: World): string {
  const goal = bytesOf(after, world);
  let found: string | null = null;
  steps(before, world, (_, words, next) => {
    if (found === null && bytesOf(next, world).equals(goal)) found = words();
  });
  return found ?? 'an unknown step';
}

function bytesOf(state: State, { codec }: World): Buffer {
  const bytes = Buffer.alloc(codec.size);
  codec.write(state, bytes, 0);
  return bytes;
}
