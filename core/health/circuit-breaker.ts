// Whether a send may leave: closed lets all through, open none, half-open a few probes whose results decide.

import { chargeFunctionTimeoutSeconds, type Settings } from '../settings/settings.ts';
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
  return { kind: 'open', until: probesLostAt(health, settings) ?? now };
}

/** A probe that was not used, or whose process died, tells nothing: when the last one's function is over, they are granted anew. */
const probesLostAt = ({ probedAt }: ProviderHealth, settings: BreakerSettings): EpochMs | null =>
  probedAt === undefined ? null : plusSeconds(probedAt, chargeFunctionTimeoutSeconds(settings));

export function probesAreLost(health: ProviderHealth, now: EpochMs, settings: BreakerSettings): boolean {
  const lostAt = probesLostAt(health, settings);
  return lostAt !== null && lostAt <= now;
}

const probeIsFree = (health: ProviderHealth, now: EpochMs, settings: BreakerSettings): boolean =>
  (health.probes ?? 0) < settings.breakerProbes || probesAreLost(health, now, settings);

/** Whether this failure opens a closed breaker. `health` as the write left it that counted the failure. */
export function trips(health: ProviderHealth, now: EpochMs, settings: BreakerSettings): boolean {
  const { sends, retries, failures } = countsOf(health, now, settings.breakerWindowSeconds, health.countFrom);
  const all = sends + retries;
  return all >= settings.breakerMinimumThroughput && failures >= settings.breakerFailureRatio * all;
}
