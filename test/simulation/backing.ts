// What the tables of one history are: the interpreter of the write tests, alone or with an engine beside it.

import { attemptId } from '#core/ids/attempt-id.ts';
import { orderId } from '#core/ids/order-id.ts';
import { tenantId } from '#core/ids/tenant-id.ts';
import type { DueIndex } from '#core/ports/due-index.ts';
import type { PaymentStore, WriteAnswer } from '#core/ports/payment-store.ts';
import { attemptRefOf } from '#core/records/address.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { memoryStore } from '../contract/memory-store.ts';
import { Tables } from '../core/writes/interpreter.ts';
import { attemptsIn, type StoredAttempt } from './records-in.ts';

export interface Backing {
  /** Where each write is carried out first, and what is looked at from outside. */
  readonly tables: Tables;
  readonly reads: Omit<PaymentStore, 'write'>;
  /** What the function is told of a write that the interpreter has answered. */
  follow(write: DecidingWrite, answer: WriteAnswer): Promise<WriteAnswer>;
  readonly due: DueIndex['due'];
  /** Nothing is under way any more. */
  settled(): Promise<void>;
  readonly differences: readonly string[];
}

export function inMemory(): Backing {
  const tables = new Tables();
  return {
    tables,
    reads: memoryStore(tables),
    follow: async (_, answer) => answer,
    due: async (shard, now, cursor) => {
      // Pages of one; a cursor is a place in the index, as what stood there may have moved on meanwhile.
      const [next, more] = dueInMemory(tables, shard, now).filter(
        (item) => cursor === undefined || placeOf(item) > String(cursor),
      );
      return { items: next ? [nominated(next)] : [], cursor: more && next && placeOf(next) };
    },
    settled: async () => {},
    differences: [],
  };
}

/** Attempts that somebody must look at again. */
export const dueAttempts = (tables: Tables): readonly StoredAttempt[] =>
  attemptsIn(tables).filter(({ dueShard, nextCheckAt }) => dueShard !== undefined && nextCheckAt !== undefined);

export const dueInMemory = (tables: Tables, shard: string, now: number): readonly StoredAttempt[] =>
  dueAttempts(tables)
    .filter((item) => item.dueShard === shard && Number(item.nextCheckAt) <= now)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

/** In the index: by `nextCheckAt`, of ten digits until 2286; then by the table's own key. */
const placeOf = ({ nextCheckAt, pk, sk }: StoredAttempt): string => `${nextCheckAt} ${pk} ${sk}`;

function nominated({ pk, sk, nextCheckAt, status, checks }: StoredAttempt) {
  const parts = attemptRefOf(pk, sk);
  if (parts === null || nextCheckAt === undefined) throw new Error(`no attempt of ours: ${pk} ${sk}`);
  const ref = { tenantId: tenantId(parts.tenant), orderId: orderId(parts.order), attemptId: attemptId(parts.attempt) };
  return { at: { table: 'payments', pk, sk } as const, ref, nextCheckAt, status, checks };
}
