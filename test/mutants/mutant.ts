// One way in which this could have been built wrong: one change of the source, and what must notice it.

export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Where the simulation cannot see it, the tests that must. */
  readonly tests?: readonly string[];
}
