// The tables as a function's process reaches them: core's own writes, the adapter's own retries, and trouble in between.

import { persist, TryAgain } from '#adapters/dynamodb/persist.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import type { DueIndex } from '#core/ports/due-index.ts';
import type { HealthStore } from '#core/ports/health-store.ts';
import type { PaymentStore, WriteAnswer } from '#core/ports/payment-store.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import type { Backing } from './backing.ts';
import type { Host, Process } from './process.ts';

/** Told of every write that the tables have carried out. */
export type Watch = (write: DecidingWrite) => void;

const TRIES = { tries: 5, baseMs: 25, capMs: 400 };

export function storeOf(host: Host, process: Process, backing: Backing, watch: Watch): PaymentStore {
  const { reads } = backing;
  const persistence = { ...TRIES, random: host.chance.next, sleep: process.sleep };
  const read = <Item>(ask: () => Promise<Item>): Promise<Item> =>
    process.operate(() => persist(troubled(host, ask), persistence));
  return {
    getOrder: (...of) => read(() => reads.getOrder(...of)),
    getAttempt: (...of) => read(() => reads.getAttempt(...of)),
    getClientKey: (...of) => read(() => reads.getClientKey(...of)),
    getOrderWithAttempts: (...of) => read(() => reads.getOrderWithAttempts(...of)),
    write: (write) => process.operate(() => persist(() => carryOut(host, backing, write, watch), persistence)),
  };
}

/** A table that is down stays so for as long as one request is tried. */
function troubled<Item>({ faults }: Host, ask: () => Promise<Item>): () => Promise<Item> {
  let isDown = false;
  return async () => {
    isDown ||= faults.take('table down') !== null;
    if (isDown || faults.take('throttled')) throw new TryAgain(isDown ? 'no answer' : 'throttled');
    return ask();
  };
}

const down = new WeakSet<DecidingWrite>();

async function carryOut({ faults }: Host, backing: Backing, write: DecidingWrite, watch: Watch): Promise<WriteAnswer> {
  if (down.has(write) || faults.take('table down')) {
    down.add(write);
    throw new TryAgain('no answer');
  }
  if (faults.take('throttled')) throw new TryAgain('throttled');
  const isTransaction = write.items.length > 1 || write.items[0].verb === 'check';
  if (isTransaction && faults.take('conflict')) throw new TryAgain('the transaction was cancelled');
  const answer = backing.tables.write(write);
  if (answer.written) watch(write);
  const told = await backing.follow(write, answer);
  if (faults.take('answer lost')) throw new TryAgain('the answer was lost');
  if (faults.take('table down, done')) {
    down.add(write);
    throw new TryAgain('done, and no answer');
  }
  return told;
}

export function healthOf(
  host: Host,
  process: Process,
  backing: Backing,
  memory: { seen: ProviderHealth | null },
  wrote: (after: ProviderHealth | null) => void,
): HealthStore {
  return {
    last: () => memory.seen && { health: memory.seen, ageMs: 0 },
    write: (write) =>
      process.operate(async () => {
        if (host.faults.take('throttled', 'table down')) throw new TryAgain('throttled');
        const answer = backing.tables.write(write);
        wrote(healthIn(answer));
        const told = await backing.follow(write, answer);
        memory.seen = healthIn(told);
        return { written: told.written, health: memory.seen };
      }),
  };
}

const healthIn = (answer: WriteAnswer): ProviderHealth | null =>
  (answer.written ? answer.after : (answer.failed[0]?.current ?? null)) as ProviderHealth | null;

export const dueIndexOf = (process: Process, { due }: Backing): DueIndex => ({
  due: (...asked) => process.operate(() => due(...asked)),
});
