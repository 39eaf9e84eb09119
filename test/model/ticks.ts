// Abstract time: a tick is ten seconds, so that core's own comparisons of instants decide what ages in ticks mean.

import { parseSettings } from '#core/settings/parse-settings.ts';
import type { Settings } from '#core/settings/settings.ts';
import { type EpochMs, epochMs } from '#core/time/instant.ts';

/** Durations in ticks; 0: less than a tick. */
export interface Ticks {
  /** From a claim to the end of its function. */
  readonly functionMax: number;
  /** From a byte leaving us until the provider has it; part of `maxProcessing`. */
  readonly network: number;
  readonly maxProcessing: number;
  readonly lookupLag: number;
  readonly recheck: number;
  readonly abandonAfter: number;
  readonly deadline: number;
  /** null: the provider never forgets a key, and no client key expires. */
  readonly keyRetention: number | null;
  readonly clientKeyTtl: number | null;
}

export interface Contract {
  readonly keys: boolean;
  readonly replays: boolean;
  /** A charge that was answered with an error is kept under its key. */
  readonly keepsErrors: boolean;
  readonly busyIsRefusal: boolean;
}

export const TICK_SECONDS = 10;
const TICK_MS = TICK_SECONDS * 1000;

/** Every step happens now; what came before is so many ticks old. */
export const NOW: EpochMs = epochMs(Date.UTC(2026, 0, 5, 12));
export const ago = (ticks: number): EpochMs => epochMs(NOW - ticks * TICK_MS);
export const ticksSince = (at: number): number => Math.floor((NOW - at) / TICK_MS);

/** A run may be resumed at any instant: no start is so young that the five seconds' rule would hold a caller up. */
export const startedAgo = (ticks: number): EpochMs => epochMs(ago(ticks) - 6_000);

const A_DAY = 86_400;

/** The world's numbers as a deployment would set them; they pass the same checks. @throws RangeError */
export function settingsFor(ticks: Ticks, contract: Contract): Settings {
  const seconds = (n: number) => n * TICK_SECONDS;
  const parsed = parseSettings({
    attemptTimeoutSeconds: ticks.functionMax === 0 ? 1 : seconds(ticks.functionMax) - 4,
    clockSkewSeconds: 0,
    maxSends: 20,
    chargeDeadlineSeconds: seconds(ticks.deadline),
    recheckSeconds: seconds(ticks.recheck),
    abandonAfterSeconds: seconds(ticks.abandonAfter),
    provider: {
      keyRetentionSeconds: ticks.keyRetention === null ? A_DAY : seconds(ticks.keyRetention),
      maxProcessingSeconds: seconds(ticks.maxProcessing),
      lookupLagSeconds: seconds(ticks.lookupLag),
      supportsIdempotencyKeys: contract.keys,
      replaysFirstResult: contract.replays,
      keepsChargesAnsweredWithErrors: contract.keepsErrors,
      refusalStatuses: contract.busyIsRefusal ? [503] : [],
    },
  });
  if (parsed.kind === 'invalid') throw new RangeError(`no deployment could be so: ${parsed.problems.join(' ')}`);
  return parsed.settings;
}
