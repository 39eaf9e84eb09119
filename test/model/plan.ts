// What makes a world its own: how many there are of each, who comes, and where it differs from the plain case.

import type { Contract, Ticks } from './ticks.ts';
import type { Behaviour, World } from './world.ts';

export type Customers = World['customers'];

export interface Plan {
  readonly about: string;
  /** attempts, sends, runs, keys, reconciles at once; there is one checkout a customer. */
  readonly size: readonly [attempts: number, sends: number, runs: number, keys: number, looks: number];
  readonly customers: Customers;
  readonly ticks?: Partial<Ticks>;
  readonly contract?: Partial<Contract>;
  readonly behaviour?: Partial<Behaviour>;
  readonly over?: Partial<
    Pick<World, 'lookups' | 'evidence' | 'tornReads' | 'staleCloses' | 'withheld' | 'person' | 'reviews'>
  >;
}

/** A provider that charges, or loses what it got. */
export const PLAIN = { chargedErrors: false, errors: false, declines: false, refuses: false };

/** All sends of a run in one tick: for worlds that are large enough without. */
export const SHORT_RUNS = { deadline: 1 };

// Customers by what each may bring: [client key, card].
export const ONE: Customers = [[[1, 1]]];
export const SAME: Customers = [[[1, 1]], [[1, 1]]];
export const SAME_THRICE: Customers = [[[1, 1]], [[1, 1]], [[1, 1]]];
export const SECOND_KEY: Customers = [
  [[1, 1]],
  [
    [1, 1],
    [2, 1],
  ],
];
export const OTHER_CARD: Customers = [
  [[1, 1]],
  [
    [1, 1],
    [2, 2],
  ],
];
export const THREE: Customers = [
  [[1, 1]],
  [
    [1, 1],
    [2, 2],
  ],
  [
    [1, 1],
    [2, 2],
    [2, 1],
  ],
];
export const OTHER_BODY: Customers = [
  [[1, 1]],
  [
    [1, 1],
    [1, 2],
    [2, 1],
  ],
  [
    [1, 1],
    [1, 2],
    [2, 1],
  ],
];
