// What pauses drawn at random come to on the average: how often a charge is asked for too early, and when it is learnt of.

import { backoffSeconds } from '#core/retry/backoff.ts';
import type { Settings } from '#core/settings/settings.ts';

const DRAWS = 20_000;

/** Of a provider that takes so long for its charge, and answers at once when it is asked again. */
export function expectedPolls(processingSeconds: number, settings: Settings): { polls: number; seconds: number } {
  const backoff = { baseSeconds: settings.backoffBaseSeconds, capSeconds: settings.backoffCapSeconds };
  const sum = { polls: 0, seconds: 0 };
  for (let draw = 0; draw < DRAWS; draw++) {
    // The first send is given up, and sent again after a pause; each 409 after that is polled again after a longer one.
    let seconds = settings.attemptTimeoutSeconds + backoffSeconds(0, backoff, Math.random());
    for (let n = 0; seconds < processingSeconds; n++) {
      sum.polls += 1;
      seconds += backoffSeconds(n, backoff, Math.random());
    }
    sum.seconds += seconds;
  }
  return { polls: sum.polls / DRAWS, seconds: sum.seconds / DRAWS };
}
