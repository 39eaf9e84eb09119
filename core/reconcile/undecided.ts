// When an attempt that nothing has settled is put in front of a person.

import type { Attempt } from '../records/attempt.ts';
import type { Settings } from '../settings/settings.ts';
import { type EpochMs, secondsBetween } from '../time/instant.ts';

const AN_HOUR = 3_600;

/** Still open an hour past its abandonment age, for whatever reason. */
export const isUndecided = (attempt: Attempt, now: EpochMs, settings: Pick<Settings, 'abandonAfterSeconds'>): boolean =>
  attempt.status === 'Open' &&
  secondsBetween(attempt.lastSentAt ?? attempt.createdAt, now) >= settings.abandonAfterSeconds + AN_HOUR;
