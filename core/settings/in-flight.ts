// How long after a claim its request may still be under way, or charge.

import { chargeFunctionTimeoutSeconds, type Settings } from './settings.ts';

/** Seconds: the charge function, then the provider, as two clocks see it. */
export const inFlightSeconds = (
  s: Pick<Settings, 'attemptTimeoutSeconds' | 'clockSkewSeconds'> & {
    readonly provider: Pick<Settings['provider'], 'maxProcessingSeconds'>;
  },
): number => chargeFunctionTimeoutSeconds(s) + s.provider.maxProcessingSeconds + s.clockSkewSeconds;
