// Settings by which a whole story takes seconds: every one of them is scaled down, none is contradicted.

/** All orders of a test share one provider's health: its troubles in one story would end the retries of the others. */
export const HEALTH_NOT_HEEDED = { retryBudgetMinimum: 1_000_000, breakerMinimumThroughput: 1_000_000 };

/** Three seconds to answer, three sends a run, one second between them; abandoned nine seconds after the last send. */
export const FAST = {
  attemptTimeoutSeconds: 3,
  clockSkewSeconds: 0,
  maxSends: 3,
  backoffBaseSeconds: 1,
  backoffCapSeconds: 1,
  retryAfterCapSeconds: 2,
  chargeDeadlineSeconds: 7,
  syncWaitSeconds: 25,
  // Tests run the schedule themselves.
  reconcileIntervalSeconds: 3_600,
  minAgeSeconds: 0,
  recheckSeconds: 1,
  abandonAfterSeconds: 9,
  ...HEALTH_NOT_HEEDED,
  provider: { maxProcessingSeconds: 1 },
};

/** So old that a customer who comes back may resume, and too young to be given up. */
export const RESUMABLE_SECONDS = 6;
/** So old that "not found" counts. */
export const GIVEN_UP_SECONDS = 10;

/** No budget and no breaker stands between a run and its sends: what is counted is what the run itself does. */
export const UNHINDERED = { retryBudgetMinimum: 1_000_000, breakerMinimumThroughput: 1_000_000 };
