// Something a person must decide, stored with its evidence; one per attempt and kind, however often it is raised.

import type { AttemptRef } from '../ids/reference.ts';
import type { EpochMs } from '../time/instant.ts';

export type ReviewKind =
  /** A second charge is known: money must go back. */
  | 'refund-due'
  /** The provider's facts contradict the attempt's. */
  | 'contradiction'
  /** The provider says that this key was sent with another body. */
  | 'contract-violation'
  /** The provider will not take our request at all. */
  | 'provider-rejected'
  /** The provider answered with a redirect. */
  | 'redirected'
  /** The request body would no longer be the one that was sent before. */
  | 'body-changed'
  /** Still open an hour past its abandonment age. */
  | 'undecided';

export interface Review extends AttemptRef {
  readonly kind: ReviewKind;
  readonly status: 'Open' | 'Decided';
  readonly reference: string;
  /** Both sides, as ids, numbers and codes. */
  readonly evidence: Readonly<Record<string, string | number | boolean>>;
  readonly raisedAt: EpochMs;
  readonly decision?: string;
  readonly note?: string;
}
