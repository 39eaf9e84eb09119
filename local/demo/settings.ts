// The demo's settings: the design's timeouts, and everything that is counted in minutes shortened to seconds.

/** The provider of the stories processes for 15 s at the most, and our clocks are one. */
export const DEMO_SETTINGS = {
  stage: 'dev',
  attemptTimeoutSeconds: 3,
  chargeDeadlineSeconds: 10,
  backoffCapSeconds: 2,
  syncWaitSeconds: 12,
  minAgeSeconds: 1,
  recheckSeconds: 1,
  clockSkewSeconds: 0,
  abandonAfterSeconds: 25,
  provider: { maxProcessingSeconds: 16 },
} as const;
