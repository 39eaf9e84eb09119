// Finds records in the tables of a simulation.

import { type AttemptRef, parseReference } from '#core/ids/reference.ts';
import { type Attempt, doubtfulSends } from '#core/records/attempt.ts';
import type { Tables } from '../core/writes/interpreter.ts';

export const refOf = ({ reference }: { readonly reference: string }): AttemptRef | null => parseReference(reference);

export const attemptById = (tables: Tables, id: string): Attempt | null =>
  ((tables.all() as unknown as (Attempt & { sk?: string })[]).find(({ sk }) => sk === `ATTEMPT#${id}`) ??
    null) as Attempt | null;

/** The last send's own number stands until the close that its answer decides. */
export const othersInDoubt = (attempt: Attempt): boolean =>
  [...doubtfulSends(attempt)].some((number) => number !== attempt.sends);
