// What a lookup decides about an attempt whose outcome is unknown (design section 5, reconcile).

import { assertNever } from '../assert-never.ts';
import { vigilPause } from '../due.ts';
import type { LookupOutcome } from '../outcome/outcome.ts';
import type { Attempt } from '../records/attempt.ts';
import type { Settings } from '../settings/settings.ts';
import { type EpochMs, type EpochSeconds, plusSeconds, secondsBetween, toSecondsUp } from '../time/instant.ts';
import { readLookup } from './listed-charges.ts';

export type ReconcileStep =
  | {
      readonly kind: 'closeSucceeded';
      readonly providerPaymentId: string;
      readonly second: string | null;
      readonly contradicted: boolean;
    }
  | { readonly kind: 'closeDeclined'; readonly reason: string }
  | { readonly kind: 'abandon'; readonly nextLook: EpochSeconds | null }
  | { readonly kind: 'countReading' }
  | { readonly kind: 'endVigil' }
  | { readonly kind: 'stillUnknown'; readonly contradicted: boolean };

/** Readings that must stand, this lookup's own included, before an attempt is abandoned. */
const READINGS_NEEDED = 2;

/** `seen` and `seenAt`: the attempt as read before the lookup, and when: what came later is fenced by the writes. */
export function afterLookup(seen: Attempt, seenAt: EpochMs, lookup: LookupOutcome, settings: Settings): ReconcileStep {
  const verdict = readLookup(seen, lookup, settings);
  switch (verdict.kind) {
    case 'charged':
      return { ...verdict, kind: 'closeSucceeded' };
    case 'declined':
      return seen.status === 'Open' ? { kind: 'closeDeclined', reason: verdict.reason } : vigil(seen, seenAt, settings);
    case 'contradicted':
      return { kind: 'stillUnknown', contradicted: true };
    case 'open':
      return seen.status === 'Open' ? { kind: 'stillUnknown', contradicted: false } : vigil(seen, seenAt, settings);
    case 'notFound':
      return seen.status === 'Open' ? notFound(seen, seenAt, settings) : vigil(seen, seenAt, settings);
    default:
      return assertNever(verdict);
  }
}

function notFound(seen: Attempt, seenAt: EpochMs, settings: Settings): ReconcileStep {
  const stillUnknown: ReconcileStep = { kind: 'stillUnknown', contradicted: false };
  // While something may be in flight, or not be listed yet, "not found" proves nothing.
  if (seen.lastSentAt === undefined || secondsBetween(seen.lastSentAt, seenAt) < settings.abandonAfterSeconds)
    return stillUnknown;
  const spaced =
    seen.notFoundReadings === 0 ||
    seen.lastCheckedAt === undefined ||
    secondsBetween(seen.lastCheckedAt, seenAt) >= settings.recheckSeconds;
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
const vigil = (seen: Attempt, now: EpochMs, settings: Settings): ReconcileStep =>
  forgottenAt(seen, settings) <= now ? { kind: 'endVigil' } : { kind: 'stillUnknown', contradicted: false };
