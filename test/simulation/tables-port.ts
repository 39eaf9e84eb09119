// The tables as a function's process reaches them: core's own writes on the interpreter that the store's contract holds to the
// engine, the adapter's own retries, and trouble in between.

import { persist, TryAgain } from '#adapters/dynamodb/persist.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import { attemptId } from '#core/ids/attempt-id.ts';
import { orderId } from '#core/ids/order-id.ts';
import { tenantId } from '#core/ids/tenant-id.ts';
import type { DueIndex } from '#core/ports/due-index.ts';
import type { HealthStore } from '#core/ports/health-store.ts';
import type { PaymentStore, WriteAnswer } from '#core/ports/payment-store.ts';
import { attemptRefOf } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { memoryStore } from '../contract/memory-store.ts';
import type { Tables } from '../core/writes/interpreter.ts';
import type { Host, Process } from './process.ts';

/** Told of every write that the tables have carried out. */
export type Watch = (write: DecidingWrite) => void;

const TRIES = { tries: 5, baseMs: 25, capMs: 400 };

export function storeOf(host: Host, process: Process, tables: Tables, watch: Watch): PaymentStore {
  const plain = memoryStore(tables);
  const persistence = { ...TRIES, random: host.chance.next, sleep: process.sleep };
  const read = <Item>(ask: () => Promise<Item>): Promise<Item> =>
    process.operate(() => persist(() => troubled(host, ask), persistence));
  return {
    getOrder: (...of) => read(() => plain.getOrder(...of)),
    getAttempt: (...of) => read(() => plain.getAttempt(...of)),
    getClientKey: (...of) => read(() => plain.getClientKey(...of)),
    getOrderWithAttempts: (...of) => read(() => plain.getOrderWithAttempts(...of)),
    write: (write) => process.operate(() => persist(async () => carryOut(host, tables, write, watch), persistence)),
  };
}

/** A table that is down stays so for as long as one request is tried. */
async function troubled<Item>({ faults }: Host, ask: () => Promise<Item>): Promise<Item> {
  if (faults.take('throttled', 'table down')) throw new TryAgain('throttled');
  return ask();
}

const down = new WeakSet<DecidingWrite>();

function carryOut({ faults }: Host, tables: Tables, write: DecidingWrite, watch: Watch): WriteAnswer {
  if (down.has(write) || faults.take('table down')) {
    down.add(write);
    throw new TryAgain('no answer');
  }
  if (faults.take('throttled')) throw new TryAgain('throttled');
  const isTransaction = write.items.length > 1 || write.items[0].verb === 'check';
  if (isTransaction && faults.take('conflict')) throw new TryAgain('the transaction was cancelled');
  const answer = tables.write(write);
  if (answer.written) watch(write);
  if (faults.take('answer lost')) throw new TryAgain('the answer was lost');
  if (faults.take('table down, done')) {
    down.add(write);
    throw new TryAgain('done, and no answer');
  }
  return answer;
}

export function healthOf(
  host: Host,
  process: Process,
  tables: Tables,
  memory: { seen: ProviderHealth | null },
): HealthStore {
  return {
    last: () => memory.seen && { health: memory.seen, ageMs: 0 },
    write: (write) =>
      process.operate(() => {
        if (host.faults.take('throttled', 'table down')) throw new Error('throttled');
        const answer = tables.write(write);
        memory.seen = (answer.written ? answer.after : (answer.failed[0]?.current ?? null)) as ProviderHealth | null;
        return { written: answer.written, health: memory.seen };
      }),
  };
}

type Stored = Attempt & { readonly pk: string; readonly sk: string };

/** Attempts that somebody must look at again. */
export const dueAttempts = (tables: Tables): readonly Stored[] =>
  (tables.all() as unknown as Stored[]).filter(
    ({ dueShard, nextCheckAt }) => dueShard !== undefined && nextCheckAt !== undefined,
  );

export const dueIndexOf = (process: Process, tables: Tables): DueIndex => ({
  due: (shard, now, cursor) =>
    process.operate(() => {
      const all = dueAttempts(tables)
        .filter((item) => item.dueShard === shard && Number(item.nextCheckAt) <= now)
        .sort((a, b) => Number(a.nextCheckAt) - Number(b.nextCheckAt));
      // Pages of one, so that every page but the last has another.
      const from = Number(cursor ?? 0);
      const page = all.slice(from, from + 1);
      return { items: page.map(nominated), cursor: from + 1 < all.length ? from + 1 : undefined };
    }),
});

function nominated({ pk, sk, nextCheckAt, status, checks }: Stored) {
  const parts = attemptRefOf(pk, sk);
  if (parts === null || nextCheckAt === undefined) throw new Error(`no attempt of ours: ${pk} ${sk}`);
  const ref = { tenantId: tenantId(parts.tenant), orderId: orderId(parts.order), attemptId: attemptId(parts.attempt) };
  return { at: { table: 'payments', pk, sk } as const, ref, nextCheckAt, status, checks };
}
