// Decides how long a function, a task and a run may take; the limits are guards, never shorter than a legitimate run.

import { chargeFunctionTimeoutSeconds, type Settings } from '#core/settings/settings.ts';
import { LONGEST_THROTTLING_SECONDS } from './workflow/task-retry.ts';

/** A cold start (up to 10 s) is not counted in a function's timeout, but it is in its task's. */
const COLD_START_AND_ROUTE_SECONDS = 15;

/** API Gateway gives up after 30 s and would leave the caller without our answer. */
const LONGEST_ANSWER_SECONDS = 29;

/** By folder in `functions/`. */
const FUNCTION_TIMEOUT_SECONDS = {
  'create-order': () => 10,
  'get-order': () => 10,
  checkout: (settings: Settings) => Math.min(LONGEST_ANSWER_SECONDS, settings.syncWaitSeconds + 10),
  charge: chargeFunctionTimeoutSeconds,
  reconcile: () => 15,
  // Less than the shortest interval, so that two sweeps do not overlap.
  sweep: () => 50,
};

export type FunctionFolder = keyof typeof FUNCTION_TIMEOUT_SECONDS;

export const functionTimeoutSeconds = (settings: Settings, folder: FunctionFolder): number =>
  FUNCTION_TIMEOUT_SECONDS[folder](settings);

export const taskTimeoutSeconds = (settings: Settings, folder: FunctionFolder): number =>
  functionTimeoutSeconds(settings, folder) + COLD_START_AND_ROUTE_SECONDS;

/** A charge can be missing from the provider's lookup for this long. A Wait takes 1 s at least. */
export const lookupWaitSeconds = (settings: Settings): number => Math.max(1, settings.provider.lookupLagSeconds);

/** A task that is throttled as often as it may be, and then takes all its time. */
const longestTaskSeconds = (settings: Settings, folder: FunctionFolder): number =>
  LONGEST_THROTTLING_SECONDS + taskTimeoutSeconds(settings, folder);

/** Twice the longest legitimate run: waits and sends begin before the deadline, one last charge finds it passed. */
export const paymentRunSeconds = (settings: Settings): number => {
  const { chargeDeadlineSeconds, backoffCapSeconds, retryAfterCapSeconds } = settings;
  const longestWait = Math.max(chargeDeadlineSeconds, backoffCapSeconds, retryAfterCapSeconds);
  const charging = chargeDeadlineSeconds + longestWait + 2 * longestTaskSeconds(settings, 'charge');
  return 2 * (charging + lookupWaitSeconds(settings) + longestTaskSeconds(settings, 'reconcile'));
};

export const reconcileRunSeconds = (settings: Settings): number => 2 * longestTaskSeconds(settings, 'reconcile');
