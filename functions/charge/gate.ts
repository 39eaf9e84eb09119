// Whether a send may leave, as far as its provider's health goes: one request that counts it and asks. What cannot be asked
// is let through: the breaker protects the provider; the customer is protected by the claim alone.

import { breakerState, type Passage, passage } from '#core/health/circuit-breaker.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { HealthStore, SeenHealth } from '#core/ports/health-store.ts';
import type { Log } from '#core/ports/log.ts';
import type { Settings } from '#core/settings/settings.ts';
import { takeProbe } from '#core/writes/breaker-moves.ts';
import { type Counting, countSend, type SendKind } from '#core/writes/count-send.ts';

export interface GateDeps {
  readonly health: HealthStore;
  readonly ambient: Pick<Ambient, 'now' | 'uuid'>;
  readonly settings: Settings;
  readonly log: Log;
}

export interface Admitted {
  readonly kind: 'admitted';
  /** What it was counted as. */
  readonly send: SendKind;
  /** The generation of the breaker that granted this probe; null: no probe. */
  readonly probe: number | null;
  /** As far as it is known. */
  readonly health: ProviderHealth | null;
}

export type TurnedAway = Extract<Passage, { kind: 'open' | 'leftAlone' }>;

/** How long a refusal is believed without asking again. */
const BELIEVED_MS = 1_000;

/** Never throws. */
export async function admit(deps: GateDeps, send: SendKind): Promise<Admitted | TurnedAway> {
  const last = deps.health.last();
  const known = refusalIn(deps, last);
  if (known !== null && last !== null && last.ageMs < BELIEVED_MS) return known;
  try {
    return await countAndPass(deps, send);
  } catch (error) {
    noteUnknownHealth(deps, error);
    // A table that is throttled by a provider's outage must not end what the outage began.
    return known ?? { kind: 'admitted', send, probe: null, health: null };
  }
}

/** Of a half-open breaker nothing is believed: a probe of another process may close it at any moment. */
function refusalIn({ ambient, settings }: GateDeps, last: SeenHealth | null): TurnedAway | null {
  const now = ambient.now();
  if (last === null || breakerState(last.health, now) === 'halfOpen') return null;
  const way = passage(last.health, now, settings);
  return way.kind === 'open' || way.kind === 'leftAlone' ? way : null;
}

async function countAndPass(deps: GateDeps, send: SendKind): Promise<Admitted | TurnedAway> {
  const counted = await deps.health.write(countSend(counting(deps), send));
  return counted.written
    ? { kind: 'admitted', send, probe: null, health: counted.health }
    : pass(deps, counted.health, send);
}

/** Others may take probes, or move the breaker, meanwhile. */
const MOST_TRIES = 3;

async function pass(deps: GateDeps, first: ProviderHealth | null, send: SendKind): Promise<Admitted | TurnedAway> {
  let seen = first;
  for (let tried = 0; tried < MOST_TRIES && seen !== null; tried++) {
    const way = passage(seen, deps.ambient.now(), deps.settings);
    switch (way.kind) {
      case 'free':
        return { kind: 'admitted', send, probe: null, health: seen };
      case 'open':
      case 'leftAlone':
        return way;
      case 'probe': {
        const taken = await deps.health.write(takeProbe(counting(deps), send, seen, deps.settings));
        if (taken.written)
          return { kind: 'admitted', send, probe: taken.health?.generation ?? 0, health: taken.health };
        seen = taken.health;
      }
    }
  }
  if (seen === null) return { kind: 'admitted', send, probe: null, health: null };
  return { kind: 'open', until: deps.ambient.now() };
}

export const counting = ({ settings, ambient }: Pick<GateDeps, 'settings' | 'ambient'>): Counting => ({
  provider: settings.provider.adapter,
  now: ambient.now(),
  token: ambient.uuid(),
});

export const noteUnknownHealth = ({ log }: Pick<GateDeps, 'log'>, error: unknown): void =>
  log('health not known', { error: error instanceof Error ? error.name : 'unknown' });
