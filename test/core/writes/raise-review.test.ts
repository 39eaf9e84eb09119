// A review is stored once per attempt and kind, however often it is raised (design section 3).

import { expect, it } from 'vitest';
import { reviewAddress } from '#core/records/address.ts';
import type { Review } from '#core/records/review.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import { A, at, attempt, B, refOf } from '../examples.ts';
import { Tables } from './interpreter.ts';
import { expectWritten } from './world.ts';

const review = (over: Partial<Review> = {}): Review => ({
  ...refOf(A),
  kind: 'undecided',
  status: 'Open',
  reference: attempt().reference,
  evidence: { sends: 2 },
  raisedAt: at(1),
  ...over,
});
const AT = reviewAddress(refOf(A), 'undecided');

it('is stored with its evidence', () => {
  expect(expectWritten(new Tables(), raiseReview(review(), 't')).get(AT)).toMatchObject(review());
});

it('raised again, it stays as it was first', () => {
  const tables = expectWritten(new Tables(), raiseReview(review(), 't'));
  expectWritten(tables, raiseReview(review({ raisedAt: at(99), evidence: { sends: 3 } }), 'again'));
  expect(tables.get(AT)).toMatchObject(review());
  expect(tables.all()).toHaveLength(1);
});

it('decided, it is not opened again', () => {
  const decided = review({ status: 'Decided', decision: 'not-charged', note: 'asked the provider' });
  const tables = new Tables().put(AT, decided);
  expectWritten(tables, raiseReview(review(), 't'));
  expect(tables.get(AT)).toMatchObject(decided);
});

it('another kind, or another attempt, is another review', () => {
  const tables = expectWritten(new Tables(), raiseReview(review(), 't'));
  expectWritten(tables, raiseReview(review({ kind: 'refund-due' }), 'u'));
  expectWritten(tables, raiseReview(review(refOf(B)), 'v'));
  expect(tables.all()).toHaveLength(3);
});
