// Puts an attempt in front of a person, once per kind.

import { type AttemptRef, referenceOf } from '#core/ids/reference.ts';
import type { Review, ReviewKind } from '#core/records/review.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import type { SettleDeps } from './settle-succeeded.ts';

export async function raise(
  { store, ambient }: SettleDeps,
  ref: AttemptRef,
  kind: ReviewKind,
  evidence: Review['evidence'],
): Promise<void> {
  const { tenantId, orderId, attemptId } = ref;
  const review: Review = {
    tenantId,
    orderId,
    attemptId,
    kind,
    status: 'Open',
    reference: referenceOf(ref),
    evidence,
    raisedAt: ambient.now(),
  };
  await store.write(raiseReview(review, ambient.uuid()));
}
