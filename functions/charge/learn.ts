// What a send taught about the provider: failures are counted, retries granted or not, the breaker moved, pauses kept. None
// of it changes what is true of the payment, so trouble with it is noted and forgotten.

import { trips } from '#core/health/circuit-breaker.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import { grantsRetry } from '#core/health/retry-budget.ts';
import { signOfHealth } from '#core/health/sign-of-health.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import { askedPause } from '#core/retry/asked-pause.ts';
import { retryAfterSeconds } from '#core/retry/retry-after.ts';
import { plusSeconds } from '#core/time/instant.ts';
import { closeBreaker, openBreaker, probeFailed, probeWentWell } from '#core/writes/breaker-moves.ts';
import { countOutcome, giveRetryBack } from '#core/writes/count-outcome.ts';
import type { Counting } from '#core/writes/count-send.ts';
import { leaveAlone } from '#core/writes/leave-alone.ts';
import { tidyHealth } from '#core/writes/tidy-health.ts';
import { type Admitted, counting, type GateDeps, noteUnknownHealth } from './gate.ts';

export interface LearnDeps extends GateDeps {
  /** Milliseconds until the function is ended. */
  readonly remainingMs: () => number;
}

export interface Counted {
  /** A retry that was wanted may leave. True when the budget cannot be asked: `maxSends` bounds it still. */
  readonly retryGranted: boolean;
  /** How it was counted; null: nothing was to be counted, or it is not known whether it was. */
  readonly about: Counting | null;
  /** As far as it is known. */
  readonly health: ProviderHealth | null;
}

class NoTimeLeft extends Error {
  override readonly name = 'NoTimeLeft';
}

/** Two writes, one after the other, that take all their patience. With less left, the payment's own writes come first. */
const NEEDED_MS = 2_500;

/** Counts a failure, and asks for the retry that is wanted after it: one that needs a budget. Never throws. */
export async function count(
  deps: LearnDeps,
  admitted: Admitted,
  outcome: SendOutcome,
  wantsRetry: boolean,
): Promise<Counted> {
  // A poll was not counted as a send, so its failure would weigh too much.
  const failure = signOfHealth(outcome) === 'failure' && admitted.send !== 'poll';
  if (!failure && !wantsRetry) return { retryGranted: true, about: null, health: admitted.health };
  const about = counting(deps);
  try {
    if (deps.remainingMs() < NEEDED_MS) throw new NoTimeLeft();
    const { health } = await deps.health.write(countOutcome({ ...about, failure, retry: wantsRetry }));
    const retryGranted = !wantsRetry || health === null || grantsRetry(health, about.now, deps.settings);
    return { retryGranted, about, health };
  } catch (error) {
    noteUnknownHealth(deps, error);
    return { retryGranted: true, about: null, health: null };
  }
}

/** All that follows from it, when the payment is written down. Never throws. */
export async function learn(
  deps: LearnDeps,
  admitted: Admitted,
  outcome: SendOutcome,
  counted: Counted,
): Promise<void> {
  // What was written down must still be answered: a function that is ended here would send its run to a lookup.
  if (deps.remainingMs() < NEEDED_MS) return noteUnknownHealth(deps, new NoTimeLeft());
  const all = [
    giveBack(deps, counted),
    moveBreaker(deps, admitted, outcome, counted),
    keepPause(deps, outcome),
    tidy(deps, admitted),
  ];
  for (const learnt of await Promise.allSettled(all))
    if (learnt.status === 'rejected') noteUnknownHealth(deps, learnt.reason);
}

/** `now` as when it was granted: it goes back into the same bucket. */
async function giveBack({ health, ambient }: LearnDeps, { retryGranted, about }: Counted): Promise<void> {
  if (!retryGranted && about) await health.write(giveRetryBack({ ...about, token: ambient.uuid() }));
}

async function moveBreaker(
  deps: LearnDeps,
  { probe }: Admitted,
  outcome: SendOutcome,
  { about, health }: Counted,
): Promise<void> {
  const sign = signOfHealth(outcome);
  if (probe !== null && sign === 'well') return closeAfter(deps, probe);
  if (probe !== null && sign === 'failure') return openAgain(deps, probe);
  if (sign !== 'failure' || about === null || health === null) return;
  if (health.openUntil !== undefined || !trips(health, about.now, deps.settings)) return;
  const opened = await deps.health.write(openBreaker(counting(deps), health.generation ?? 0, deps.settings));
  if (opened.written) deps.log('breaker opened', { provider: about.provider });
}

async function openAgain(deps: LearnDeps, probe: number): Promise<void> {
  const about = counting(deps);
  const again = await deps.health.write(probeFailed(about, probe, deps.settings));
  if (again.written) deps.log('breaker opened again', { provider: about.provider });
}

async function closeAfter(deps: LearnDeps, probe: number): Promise<void> {
  const { health, settings, log } = deps;
  const about = counting(deps);
  const well = await health.write(probeWentWell(about, probe));
  if (!well.written || (well.health?.probesWell ?? 0) < settings.breakerProbes) return;
  const closed = await health.write(closeBreaker(counting(deps), probe));
  if (closed.written) log('breaker closed', { provider: about.provider });
}

/** What one attempt is asked to wait, all others wait too. */
async function keepPause(deps: LearnDeps, outcome: SendOutcome): Promise<void> {
  const about = counting(deps);
  const seconds = retryAfterSeconds(askedPause(outcome), about.now, deps.settings.retryAfterCapSeconds);
  if (seconds !== null) await deps.health.write(leaveAlone(about, plusSeconds(about.now, seconds)));
}

async function tidy(deps: LearnDeps, { health }: Admitted): Promise<void> {
  const write = health && tidyHealth(counting(deps), health, deps.settings);
  if (write) await deps.health.write(write);
}
