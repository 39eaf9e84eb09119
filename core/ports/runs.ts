// What the payment step needs from its workflows.

import type { SealedToken } from '../cards/card-token.ts';
import type { AttemptRef } from '../ids/reference.ts';

export interface PaymentRuns {
  /** Starts the run of this number once, however often it is called. */
  start(ref: AttemptRef, resumes: number, sealedToken: SealedToken): Promise<void>;
  /** Advice only, eventually consistent: nothing is decided on it. */
  isRunning(ref: AttemptRef, resumes: number): Promise<boolean>;
}

export interface ReconcileRuns {
  /** One run for an attempt and the look that nominated it, however often it is called. */
  start(ref: AttemptRef, look: number): Promise<void>;
}
