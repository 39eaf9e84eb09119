// Finds records in the tables of a simulation.

import { type AttemptRef, parseReference } from '#core/ids/reference.ts';
import { type Attempt, doubtfulSends } from '#core/records/attempt.ts';
import type { Review } from '#core/records/review.ts';
import type { Tables } from '../core/writes/interpreter.ts';

export const refOf = ({ reference }: { readonly reference: string }): AttemptRef | null => parseReference(reference);

export type StoredAttempt = Attempt & { readonly pk: string; readonly sk: string };

export const attemptsIn = (tables: Tables): readonly StoredAttempt[] =>
  (tables.all() as unknown as StoredAttempt[]).filter((item) => item.sk?.startsWith('ATTEMPT#'));

export const attemptById = (tables: Tables, id: string): StoredAttempt | null =>
  attemptsIn(tables).find(({ attemptId }) => attemptId === id) ?? null;

export const reviewsIn = (tables: Tables): readonly Review[] =>
  (tables.all() as unknown as (Review & { pk: string })[]).filter(({ pk }) => pk.startsWith('REVIEW#'));

/** The last send's own number stands until the close that its answer decides. */
export const othersInDoubt = (attempt: Attempt): boolean =>
  [...doubtfulSends(attempt)].some((number) => number !== attempt.sends);
