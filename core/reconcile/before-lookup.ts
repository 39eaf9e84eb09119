// What a consistent read of the attempt decides before the provider is asked.

import { runDeadline } from '../charge/run.ts';
import { type Attempt, type AttemptStatus, doubtfulSends } from '../records/attempt.ts';
import type { Settings } from '../settings/settings.ts';
import type { EpochMs } from '../time/instant.ts';

export type BeforeLookup =
  | { readonly kind: 'ended'; readonly status: Exclude<AttemptStatus, 'Open'> }
  /** Every send is proved refused and no run may send any more: no lookup is needed to know it. */
  | { readonly kind: 'closeFailed'; readonly sends: number }
  | { readonly kind: 'lookup' };

export function beforeLookup(attempt: Attempt, now: EpochMs, settings: Settings): BeforeLookup {
  if (attempt.status === 'Abandoned') return { kind: 'lookup' };
  if (attempt.status !== 'Open') return { kind: 'ended', status: attempt.status };
  if (doubtfulSends(attempt).size === 0 && runDeadline(attempt, settings) <= now)
    return { kind: 'closeFailed', sends: attempt.sends };
  return { kind: 'lookup' };
}
