// Whether a send may leave: closed lets all through, open none, half-open a few probes whose results decide.

import type { Settings } from '../settings/settings.ts';
import { type EpochMs, plusSeconds } from '../time/instant.ts';
import { countsOf, type ProviderHealth } from './provider-health.ts';

export type BreakerSettings = Pick<
  Settings,
  | 'breakerFailureRatio'
  | 'breakerMinimumThroughput'
  | 'breakerWindowSeconds'
  | 'breakerCooldownSeconds'
  | 'breakerProbes'
  | 'attemptTimeoutSeconds'
>;

export type BreakerState = 'closed' | 'open' | 'halfOpen';

export type Passage =
  | { readonly kind: 'free' }
  /** Half-open: one probe may be taken. */
  | { readonly kind: 'probe' }
  /** `until`: when the next probe may be taken. */
  | { readonly kind: 'open'; readonly until: EpochMs }
  /** The provider wants to be left alone. */
  | { readonly kind: 'leftAlone'; readonly until: EpochMs };

/** `health`: null when nothing was counted yet. */
export function breakerState(health: ProviderHealth | null, now: EpochMs): BreakerState {
  if (health?.openUntil === undefined) return 'closed';
  return now < health.openUntil ? 'open' : 'halfOpen';
}

/** Ordered guards: an open breaker outranks a provider that asked to be left alone. */
export function passage(health: ProviderHealth | null, now: EpochMs, settings: BreakerSettings): Passage {
  if (health?.openUntil !== undefined && now < health.openUntil) return { kind: 'open', until: health.openUntil };
  if (health?.notBefore !== undefined && now < health.notBefore) return { kind: 'leftAlone', until: health.notBefore };
  if (health?.openUntil === undefined) return { kind: 'free' };
  if (probeIsFree(health, now, settings)) return { kind: 'probe' };
  // The probes that are out tell within an attempt's time.
  return { kind: 'open', until: plusSeconds(now, settings.attemptTimeoutSeconds) };
}

/** A probe whose process died tells nothing: after a cooldown without one they are granted anew. */
export const probesAreLost = (health: ProviderHealth, now: EpochMs, settings: BreakerSettings): boolean =>
  health.probedAt !== undefined && plusSeconds(health.probedAt, settings.breakerCooldownSeconds) <= now;

const probeIsFree = (health: ProviderHealth, now: EpochMs, settings: BreakerSettings): boolean =>
  (health.probes ?? 0) < settings.breakerProbes || probesAreLost(health, now, settings);

/** Whether this failure opens a closed breaker. `health` as the write left it that counted the failure. */
export function trips(health: ProviderHealth, now: EpochMs, settings: BreakerSettings): boolean {
  const { sends, retries, failures } = countsOf(health, now, settings.breakerWindowSeconds, health.countFrom);
  const all = sends + retries;
  return all >= settings.breakerMinimumThroughput && failures >= settings.breakerFailureRatio * all;
}
