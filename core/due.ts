// When the schedule looks at an attempt again, and in which shard of the due index it finds it.

import { createHash } from 'node:crypto';
import type { AttemptId } from './ids/attempt-id.ts';
import type { AttemptStatus } from './records/attempt.ts';
import type { Settings } from './settings/settings.ts';
import { type EpochMs, type EpochSeconds, plusSeconds, toSecondsUp } from './time/instant.ts';

/** May grow, never shrink: an attempt stays in the shard that it was born in. */
export const DUE_SHARDS = 8;
export const ALL_DUE_SHARDS: readonly string[] = Array.from({ length: DUE_SHARDS }, (_, i) => String(i));

export const dueShardOf = (id: AttemptId): string =>
  String(createHash('sha256').update(id).digest().readUInt32BE(0) % DUE_SHARDS);

/** The longest pause between two looks at an open attempt, as a multiple of `recheckSeconds`. */
const MOST_BACKOFF = 10;
/** An abandoned attempt is looked up about so often until its key retention ends. */
const VIGIL_LOOKS = 4;

export const firstLook = (acceptedAt: EpochMs, settings: Pick<Settings, 'minAgeSeconds'>): EpochSeconds =>
  toSecondsUp(plusSeconds(acceptedAt, settings.minAgeSeconds));

/** `checks`: looks since the last news. Doubles from `recheckSeconds`, tenfold at most; abandoned: widely spaced. */
export function nextLook(
  seen: { readonly status: AttemptStatus; readonly checks: number },
  now: EpochMs,
  settings: Pick<Settings, 'recheckSeconds' | 'provider'>,
): EpochSeconds {
  const pause =
    seen.status === 'Abandoned'
      ? vigilPause(settings)
      : settings.recheckSeconds * Math.min(2 ** seen.checks, MOST_BACKOFF);
  return toSecondsUp(plusSeconds(now, pause));
}

export const vigilPause = ({ recheckSeconds, provider }: Pick<Settings, 'recheckSeconds' | 'provider'>): number =>
  Math.max(recheckSeconds, Math.ceil(provider.keyRetentionSeconds / VIGIL_LOOKS));
