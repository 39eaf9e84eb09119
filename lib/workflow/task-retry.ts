// Decides what the state machine itself repeats: a call that Lambda throttled, and nothing else.

import { Duration } from 'aws-cdk-lib';
import { JitterType, type RetryProps } from 'aws-cdk-lib/aws-stepfunctions';

const INTERVAL_SECONDS = 1;
const BACKOFF_RATE = 2;
const MAX_DELAY_SECONDS = 10;
const MAX_ATTEMPTS = 6;

/** Throttled means not invoked. Any other failure may have charged, so it goes to reconcile instead. */
export const RETRY_WHEN_THROTTLED: RetryProps = {
  errors: ['Lambda.TooManyRequestsException'],
  interval: Duration.seconds(INTERVAL_SECONDS),
  backoffRate: BACKOFF_RATE,
  maxDelay: Duration.seconds(MAX_DELAY_SECONDS),
  maxAttempts: MAX_ATTEMPTS,
  jitterStrategy: JitterType.FULL,
};

/** All delays of one task at their longest: 1 + 2 + 4 + 8 + 10 + 10. */
export const LONGEST_THROTTLING_SECONDS = Array.from({ length: MAX_ATTEMPTS }, (_, n) =>
  Math.min(MAX_DELAY_SECONDS, INTERVAL_SECONDS * BACKOFF_RATE ** n),
).reduce((sum, delay) => sum + delay, 0);
