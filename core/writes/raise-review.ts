// Write: put a case in front of a person; one per attempt and kind, however often it is raised.

import { reviewAddress } from '../records/address.ts';
import type { Review } from '../records/review.ts';
import { type DecidingWrite, type ItemWrite, setIfAbsent } from './write.ts';

/** Keeps what is there: a case that was decided is not opened again, and a transaction does not fail over it. */
export const openReview = (review: Review): ItemWrite => ({
  verb: 'update',
  at: reviewAddress(review, review.kind),
  changes: [
    setIfAbsent<Review>('kind', review.kind),
    setIfAbsent<Review>('status', review.status),
    setIfAbsent<Review>('tenantId', review.tenantId),
    setIfAbsent<Review>('orderId', review.orderId),
    setIfAbsent<Review>('attemptId', review.attemptId),
    setIfAbsent<Review>('reference', review.reference),
    setIfAbsent<Review>('evidence', review.evidence),
    setIfAbsent<Review>('raisedAt', review.raisedAt),
  ],
  require: [],
});

export const raiseReview = (review: Review, token: string): DecidingWrite => ({
  name: 'raise-review',
  token,
  items: [openReview(review)],
});
