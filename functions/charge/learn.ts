// What a send taught about the provider: failures are counted, retries granted or not, the breaker moved, pauses kept. None
// of it changes what is true of the payment, so trouble with it is noted and forgotten.

import { trips } from '#core/health/circuit-breaker.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import { grantsRetry } from '#core/health/retry-budget.ts';
import { signOfHealth } from '#core/health/sign-of-health.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import { retryAfterSeconds } from '#core/retry/retry-after.ts';
import { plusSeconds } from '#core/time/instant.ts';
import { closeBreaker, openBreaker, probeFailed, probeWentWell } from '#core/writes/breaker-moves.ts';
import { countOutcome, giveRetryBack } from '#core/writes/count-outcome.ts';
import { leaveAlone } from '#core/writes/leave-alone.ts';
import { type Admitted, counting, type GateDeps, noteUnknownHealth } from './gate.ts';

export interface Learnt {
  /** A retry that was wanted may leave. True when the budget cannot be asked: `maxSends` bounds it still. */
  readonly retryGranted: boolean;
  /** As far as it is known. */
  readonly health: ProviderHealth | null;
}

/** `wantsRetry`: one that counts against the budget. Never throws. */
export async function learn(
  deps: GateDeps,
  admitted: Admitted,
  outcome: SendOutcome,
  wantsRetry: boolean,
): Promise<Learnt> {
  try {
    const [learnt] = await Promise.all([
      count(deps, admitted, outcome, wantsRetry),
      keepPause(deps, outcome),
      signOfHealth(outcome) === 'well' && admitted.probe !== null ? countWell(deps, admitted.probe) : null,
    ]);
    return learnt;
  } catch (error) {
    noteUnknownHealth(deps, error);
    return { retryGranted: true, health: null };
  }
}

async function count(deps: GateDeps, admitted: Admitted, outcome: SendOutcome, retry: boolean): Promise<Learnt> {
  const { health, settings } = deps;
  const failure = signOfHealth(outcome) === 'failure';
  if (!failure && !retry) return { retryGranted: true, health: admitted.health };
  const about = counting(deps);
  const { health: after } = await health.write(countOutcome({ ...about, failure, retry }));
  if (after === null) return { retryGranted: true, health: null };
  const retryGranted = !retry || grantsRetry(after, about.now, settings);
  await Promise.all([
    retryGranted ? null : health.write(giveRetryBack({ ...about, token: deps.ambient.uuid() })),
    failure ? moveBreaker(deps, admitted.probe, after) : null,
  ]);
  return { retryGranted, health: health.last()?.health ?? after };
}

async function moveBreaker(deps: GateDeps, probe: number | null, after: ProviderHealth): Promise<void> {
  const { health, settings, log } = deps;
  const about = counting(deps);
  if (probe !== null) {
    const again = await health.write(probeFailed(about, probe, settings));
    if (again.written) log('breaker opened again', { provider: about.provider });
    return;
  }
  if (after.openUntil !== undefined || !trips(after, about.now, settings)) return;
  const opened = await health.write(openBreaker(about, after.generation ?? 0, settings));
  if (opened.written) log('breaker opened', { provider: about.provider });
}

async function countWell(deps: GateDeps, probe: number): Promise<void> {
  const { health, settings, log } = deps;
  const about = counting(deps);
  const well = await health.write(probeWentWell(about, probe));
  if (!well.written || (well.health?.probesWell ?? 0) < settings.breakerProbes) return;
  const closed = await health.write(closeBreaker({ ...about, token: deps.ambient.uuid() }, probe));
  if (closed.written) log('breaker closed', { provider: about.provider });
}

/** What one attempt is asked to wait, all others wait too. */
async function keepPause(deps: GateDeps, outcome: SendOutcome): Promise<void> {
  if (outcome.kind !== 'refused') return;
  const about = counting(deps);
  const seconds = retryAfterSeconds(outcome.retryAfter, about.now, deps.settings.retryAfterCapSeconds);
  if (seconds !== null) await deps.health.write(leaveAlone(about, plusSeconds(about.now, seconds)));
}
