// What becomes of a step whose send may not leave for the provider's sake: it waits, ends proved, or stays unknown.

import type { Passage } from '../health/circuit-breaker.ts';
import { type Attempt, doubtfulSends, type Withheld } from '../records/attempt.ts';
import type { Settings } from '../settings/settings.ts';
import { type EpochMs, plusSeconds, secondsBetween } from '../time/instant.ts';
import { inTime, type Moment, runDeadline } from './run.ts';

export type TurnedAwayStep =
  | { readonly kind: 'wait'; readonly waitSeconds: number }
  | { readonly kind: 'closeFailed'; readonly withheld: Withheld; readonly retryAfterSeconds: number }
  | { readonly kind: 'unknown' };

/** `attempt` as it stands: open, of this run, nothing claimed for this step. */
export function turnedAway(
  attempt: Attempt,
  why: Extract<Passage, { kind: 'open' | 'leftAlone' }>,
  moment: Moment,
  settings: Settings,
): TurnedAwayStep {
  if (why.kind === 'leftAlone') {
    const wait = waitUntil(why.until, attempt, moment, settings);
    if (inTime(attempt, wait, moment.now, settings)) return { kind: 'wait', waitSeconds: wait };
  }
  if (doubtfulSends(attempt).size > 0) return { kind: 'unknown' };
  return {
    kind: 'closeFailed',
    withheld: why.kind === 'open' ? 'breaker' : 'pause',
    retryAfterSeconds: wholeSeconds(why.until, moment.now),
  };
}

/**
 * Those who were held back together must not come back together: past the pause by a jitter, up to as long again as it still
 * lasts, and in the first half of what the run has left then.
 */
function waitUntil(until: EpochMs, attempt: Attempt, { now, random }: Moment, settings: Settings): number {
  const pause = wholeSeconds(until, now);
  const left = secondsBetween(plusSeconds(now, pause), runDeadline(attempt, settings));
  const spread = Math.max(0, Math.min(pause, Math.floor(left / 2)));
  return pause + Math.ceil(random * spread);
}

/** At least 1: a Wait, and a Retry-After that is worth sending. */
const wholeSeconds = (until: EpochMs, now: EpochMs): number => Math.max(1, Math.ceil(secondsBetween(now, until)));
