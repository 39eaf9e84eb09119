// What a lookup decides about an attempt whose outcome is unknown (design section 5, reconcile).

import { vigilPause } from '../due.ts';
import type { LookupOutcome } from '../outcome/outcome.ts';
import type { Attempt } from '../records/attempt.ts';
import type { Settings } from '../settings/settings.ts';
import { type EpochMs, type EpochSeconds, plusSeconds, secondsBetween, toSecondsUp } from '../time/instant.ts';
import { type LookupVerdict, readLookup } from './listed-charges.ts';

export type ReconcileStep =
  | {
      readonly kind: 'closeSucceeded';
      readonly providerPaymentId: string;
      /** Ids of further charges under the same reference: money to go back. */
      readonly more: readonly string[];
      readonly contradicted: boolean;
    }
  | { readonly kind: 'closeDeclined'; readonly reason: string }
  | { readonly kind: 'abandon'; readonly nextLook: EpochSeconds | null }
  | { readonly kind: 'countReading' }
  | { readonly kind: 'stillUnknown'; readonly contradicted: boolean }
  /** `undecided`: the last lookup gave no verdict (pending, or it failed), so a person must look on. */
  | { readonly kind: 'endVigil'; readonly contradicted: boolean; readonly undecided: boolean };

/** Readings that must stand, this lookup's own included, before an attempt is abandoned. */
const READINGS_NEEDED = 2;

/** `seen` and `seenAt`: the attempt as read before the lookup, and when: what came later is fenced by the writes. */
export function afterLookup(seen: Attempt, seenAt: EpochMs, lookup: LookupOutcome, settings: Settings): ReconcileStep {
  const verdict = readLookup(seen, lookup, settings);
  if (verdict.kind === 'charged') return { ...verdict, kind: 'closeSucceeded' };
  const contradicted = verdict.kind === 'contradicted';
  if (seen.status !== 'Open') return vigil(seen, seenAt, verdict, settings);
  switch (verdict.kind) {
    case 'declined':
      return { kind: 'closeDeclined', reason: verdict.reason };
    case 'notFound':
      return notFound(seen, seenAt, settings);
    case 'contradicted':
    case 'open':
      return { kind: 'stillUnknown', contradicted };
  }
}

function notFound(seen: Attempt, seenAt: EpochMs, settings: Settings): ReconcileStep {
  const stillUnknown: ReconcileStep = { kind: 'stillUnknown', contradicted: false };
  // While something may be in flight, or not be listed yet, "not found" proves nothing.
  if (seen.lastSentAt === undefined || secondsBetween(seen.lastSentAt, seenAt) < settings.abandonAfterSeconds)
    return stillUnknown;
  const lastReading = seen.notFoundReadings === 0 ? undefined : seen.lastCheckedAt;
  const spaced = lastReading === undefined || secondsBetween(lastReading, seenAt) >= settings.recheckSeconds;
  const standing = seen.notFoundReadings + (spaced ? 1 : 0);
  if (standing >= READINGS_NEEDED) return { kind: 'abandon', nextLook: nextVigilLook(seen, seenAt, settings) };
  return spaced ? { kind: 'countReading' } : stillUnknown;
}

const forgottenAt = (attempt: Attempt, settings: Settings): EpochMs =>
  plusSeconds(attempt.firstSentAt ?? attempt.createdAt, settings.provider.keyRetentionSeconds);

function nextVigilLook(attempt: Attempt, now: EpochMs, settings: Settings): EpochSeconds | null {
  if (forgottenAt(attempt, settings) <= now) return null;
  return toSecondsUp(plusSeconds(now, vigilPause(settings)));
}

/** An abandoned attempt: late evidence still counts, until the provider has forgotten the key. */
function vigil(seen: Attempt, now: EpochMs, verdict: LookupVerdict, settings: Settings): ReconcileStep {
  const contradicted = verdict.kind === 'contradicted';
  if (forgottenAt(seen, settings) > now) return { kind: 'stillUnknown', contradicted };
  return { kind: 'endVigil', contradicted, undecided: verdict.kind === 'open' };
}
