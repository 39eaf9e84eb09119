// Finds every attempt that is due and starts one reconcile run for each; what fails stays due for the next time.

import { ALL_DUE_SHARDS, nextLook } from '#core/due.ts';
import { beganAt } from '#core/ids/attempt-id.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { DueAttempt, DueIndex } from '#core/ports/due-index.ts';
import type { Log } from '#core/ports/log.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { ReconcileRuns } from '#core/ports/runs.ts';
import type { Settings } from '#core/settings/settings.ts';
import { secondsBetween, toSeconds } from '#core/time/instant.ts';
import { moveDue } from '#core/writes/move-due.ts';

export interface SweepDeps {
  readonly due: DueIndex;
  readonly store: Pick<PaymentStore, 'write'>;
  readonly runs: ReconcileRuns;
  readonly settings: Settings;
  readonly ambient: Pick<Ambient, 'now' | 'uuid'>;
  readonly log: Log;
}

export interface SweepReport {
  /** Nominated by the index. */
  readonly due: number;
  readonly started: number;
  readonly errors: number;
}

const AT_ONCE = 10;

/** `mayGoOn`: false when the function's own time runs out; what is left is due next time. */
export async function sweep(deps: SweepDeps, mayGoOn: () => boolean): Promise<SweepReport> {
  const report = { due: 0, started: 0, errors: 0, dueOpen: 0, oldestOpenSeconds: 0 };
  const begin = deps.ambient.now();
  for (const shard of ALL_DUE_SHARDS) {
    for await (const page of pages(deps, shard, mayGoOn)) {
      for (let i = 0; i < page.length && mayGoOn(); i += AT_ONCE) {
        await Promise.all(page.slice(i, i + AT_ONCE).map((item) => nominate(deps, item, report, begin)));
      }
    }
  }
  deps.log('sweep', { ...report, complete: mayGoOn() });
  const { due, started, errors } = report;
  return { due, started, errors };
}

async function* pages({ due, ambient }: SweepDeps, shard: string, mayGoOn: () => boolean) {
  let cursor: unknown;
  do {
    if (!mayGoOn()) return;
    const page = await due.due(shard, toSeconds(ambient.now()), cursor);
    yield page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** One attempt's trouble is counted and must not stop the others'. */
async function nominate(
  deps: SweepDeps,
  item: DueAttempt,
  report: Counts,
  now: ReturnType<Ambient['now']>,
): Promise<void> {
  report.due++;
  if (item.ref && item.status === 'Open') {
    const age = Math.floor(secondsBetween(beganAt(item.ref.attemptId), now));
    report.dueOpen++;
    report.oldestOpenSeconds = Math.max(report.oldestOpenSeconds, age);
  }
  try {
    if (await startOne(deps, item)) report.started++;
  } catch (error) {
    report.errors++;
    deps.log('sweep item failed', {
      sk: 'sk' in item.at ? item.at.sk : null,
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
}

interface Counts {
  due: number;
  started: number;
  errors: number;
  /** Open attempts among those that are due, and the age of the oldest. */
  dueOpen: number;
  oldestOpenSeconds: number;
}

/** Moves the next look first: a run that cannot be started costs one look, not a storm of them. */
async function startOne({ store, runs, settings, ambient }: SweepDeps, item: DueAttempt): Promise<boolean> {
  const next = nextLook(item, ambient.now(), settings);
  const moved = await store.write(moveDue(item.at, item.nextCheckAt, next, ambient.uuid()));
  if (!moved.written) return false;
  if (item.ref === null) throw new UnreadableItem('the item is no attempt of ours');
  await runs.start(item.ref, item.nextCheckAt);
  return true;
}

class UnreadableItem extends Error {
  override readonly name = 'UnreadableItem';
}
