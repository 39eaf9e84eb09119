// Watches a history while it happens for what must never be, not even for a moment.

import type { ProviderHealth } from '#core/health/provider-health.ts';
import type { ChargeSend } from '#core/ports/payment-provider.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import type { Tables } from '../core/writes/interpreter.ts';
import type { ProviderLists } from './provider-lists.ts';
import type { VirtualTime } from './virtual-time.ts';
import { watchRuns } from './watch-runs.ts';
import { watchSends } from './watch-sends.ts';
import { watchWrites } from './watch-writes.ts';

/** Which function wrote; of a charge also the run that it belongs to. */
export interface Writer {
  readonly name: string;
  readonly began: number;
  readonly resumes: number | null;
}

export interface Watched {
  readonly time: VirtualTime;
  readonly tables: Tables;
  readonly provider: Pick<ProviderLists, 'misses'>;
  readonly settings: Settings;
  /** Whether anything has gone wrong with us so far. */
  readonly isTroubled: () => boolean;
}

export interface Watch {
  /** After each write that the tables carried out. */
  wrote(write: DecidingWrite, by: Writer): void;
  wroteHealth(after: ProviderHealth | null): void;
  /** A charge is about to leave. */
  leaving(charge: ChargeSend): void;
  /** A task of a run has ended, or a run with the name of its last state. */
  performed(run: string, task: string, failed: boolean): void;
  ended(run: string, attemptId: string, state: string): void;
  swept(due: readonly Pick<Attempt, 'attemptId' | 'nextCheckAt'>[]): void;
  readonly alarms: readonly string[];
  /** The keys that cards were sealed with, as they stood in the tables. */
  readonly sealKeys: ReadonlySet<string>;
}

export function watchOver(watched: Watched): Watch {
  const alarms: string[] = [];
  const alarm = (what: string): void => void alarms.push(what);
  const sends = watchSends(watched, alarm);
  return {
    ...sends,
    ...watchRuns(watched, alarm),
    ...watchWrites(watched, alarm, sends.claimed),
    alarms,
  };
}
