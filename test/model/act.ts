// Who may do something, and what a step is: a change of a copy of the state, with the words that tell it.

import type { State } from './state.ts';

export type Actor = 'customer' | 'run' | 'provider' | 'reconcile' | 'person' | 'evidence' | 'time';

/** A step may see at once that something is wrong which no later state shows. */
export type Alarm = (what: string) => void;

export type Act = (actor: Actor, words: () => string, change: (next: State, alarm: Alarm) => void) => void;

/** For the lists of a state, whose lengths are its bounds. @throws RangeError */
export function nth<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`there is no number ${index}`);
  return found;
}
