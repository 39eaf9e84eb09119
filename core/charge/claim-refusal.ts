// Why a send could not be claimed, told from the attempt as it stands, and what the step answers then.

import { type Attempt, doubtfulSends } from '../records/attempt.ts';
import type { Settings } from '../settings/settings.ts';
import type { EpochMs } from '../time/instant.ts';
import { allowsDoubtfulResend, oldestFirstSend } from '../writes/claim-send.ts';
import { runDeadline } from './run.ts';

export type ClaimRefusal =
  /** A newer run or a close came first: this run has nothing to do any more. */
  | { readonly kind: 'superseded' }
  /** It must not send, and does not know whether an earlier send charged. */
  | { readonly kind: 'unknown'; readonly because: 'held' | 'keyWindow' | 'doubtfulSend' | 'deadline' }
  /** The run's time is up and every send is proved refused. */
  | { readonly kind: 'provedNotCharged'; readonly sends: number }
  /** Nothing stands against it but another claim made meanwhile: claim the next number. */
  | { readonly kind: 'claimNext'; readonly sends: number };

/** Ordered guards: the first that applies names the refusal. */
export function claimRefusal(attempt: Attempt, resumes: number, now: EpochMs, settings: Settings): ClaimRefusal {
  const nothingDoubtful = doubtfulSends(attempt).size === 0;
  if (attempt.status !== 'Open') return { kind: 'superseded' };
  if (attempt.resumes !== resumes) return { kind: 'superseded' };
  if (attempt.held) return { kind: 'unknown', because: 'held' };
  if (attempt.firstSentAt !== undefined && attempt.firstSentAt <= oldestFirstSend(now, settings))
    return { kind: 'unknown', because: 'keyWindow' };
  if (runDeadline(attempt, settings) <= now)
    return nothingDoubtful
      ? { kind: 'provedNotCharged', sends: attempt.sends }
      : { kind: 'unknown', because: 'deadline' };
  if (!nothingDoubtful && !allowsDoubtfulResend(settings)) return { kind: 'unknown', because: 'doubtfulSend' };
  return { kind: 'claimNext', sends: attempt.sends };
}
