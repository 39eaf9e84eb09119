// What one run may still do: how many sends, until when, and how long it waits in between.

import type { Attempt } from '../records/attempt.ts';
import { backoffSeconds } from '../retry/backoff.ts';
import { retryAfterSeconds } from '../retry/retry-after.ts';
import type { Settings } from '../settings/settings.ts';
import { type EpochMs, plusSeconds } from '../time/instant.ts';

/** Time and chance arrive as arguments. `random` is in [0, 1). */
export interface Moment {
  readonly now: EpochMs;
  readonly random: number;
}

export const runDeadline = (
  attempt: Pick<Attempt, 'lastStartedAt'>,
  settings: Pick<Settings, 'chargeDeadlineSeconds'>,
): EpochMs => plusSeconds(attempt.lastStartedAt, settings.chargeDeadlineSeconds);

/** The provider's own Retry-After, capped, else full jitter over 2^`count`. Whole seconds, >= 1. */
export function waitSeconds(
  retryAfter: string | null,
  count: number,
  { now, random }: Moment,
  settings: Settings,
): number {
  const asked = retryAfterSeconds(retryAfter, now, settings.retryAfterCapSeconds);
  if (asked !== null) return asked;
  return backoffSeconds(
    count,
    { baseSeconds: settings.backoffBaseSeconds, capSeconds: settings.backoffCapSeconds },
    random,
  );
}

/** A send after this wait would still be inside the run's deadline. */
export const inTime = (attempt: Attempt, wait: number, now: EpochMs, settings: Settings): boolean =>
  plusSeconds(now, wait) < runDeadline(attempt, settings);
