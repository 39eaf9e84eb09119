// A real DynamoDB engine beside the interpreter: functions get its answers, and the two must never differ.

import { createHash } from 'node:crypto';
import { CreateTableCommand, DeleteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { createDueIndex } from '#adapters/dynamodb/due-index.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { startEngine } from '#local/dynamodb/engine.ts';
import { IDEMPOTENCY, PAYMENTS } from '../adapters/dynamodb/template-tables.ts';
import { memoryStore } from '../contract/memory-store.ts';
import { withoutMark } from '../contract/stored.ts';
import { Tables } from '../core/writes/interpreter.ts';
import { type Backing, dueInMemory } from './backing.ts';

const TABLES = { payments: 'Payments', idempotency: 'Idempotency' };

export interface BesideEngine {
  /** Empty tables for one history; the history before it must be over. */
  backing(): Promise<Backing>;
  close(): Promise<void>;
}

export async function startBesideEngine(): Promise<BesideEngine> {
  const engine = await startEngine({ endpoint: process.env.DYNAMODB_ENDPOINT || undefined, log: console.error });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: engine.url, region: 'us-east-1', credentials, maxAttempts: 1 });
  await client.send(new CreateTableCommand({ TableName: TABLES.payments, ...PAYMENTS }));
  await client.send(new CreateTableCommand({ TableName: TABLES.idempotency, ...IDEMPOTENCY }));
  let histories = 0;
  let tables = new Tables();

  async function forget(): Promise<void> {
    for (const { pk, sk } of tables.all()) {
      const [TableName, key] = sk === undefined ? [TABLES.idempotency, { pk }] : [TABLES.payments, { pk, sk }];
      await client.send(new DeleteItemCommand({ TableName, Key: marshall(key) }));
    }
  }

  return {
    backing: async () => {
      await forget();
      histories += 1;
      tables = new Tables();
      return beside(client, tables, histories);
    },
    close: async () => {
      client.destroy();
      await engine.close();
    },
  };
}

function beside(client: DynamoDBClient, tables: Tables, history: number): Backing {
  const [real, memory] = [createPaymentStore(client, TABLES), memoryStore(tables)];
  const index = createDueIndex(client, TABLES);
  const differences: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let busy = 0;

  /** The engine sees all requests in the order in which the interpreter did. */
  function inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    busy += 1;
    const answer = last.then(ask).finally(() => {
      busy -= 1;
    });
    last = answer.catch(() => {});
    return answer;
  }

  async function same<Answer>(what: string, ask: () => Promise<Answer>, expected: Answer): Promise<Answer> {
    const answer = await inTurn(ask);
    if (plain(answer) !== plain(expected))
      differences.push(`the engine and the interpreter differ, ${what}: ${plain(answer)} and ${plain(expected)}`);
    return answer;
  }

  return {
    tables,
    differences,
    // The interpreter is read at once: what it answers is what the engine must answer when its turn comes.
    reads: {
      getOrder: async (...of) => same('an order', () => real.getOrder(...of), await memory.getOrder(...of)),
      getAttempt: async (...of) => same('an attempt', () => real.getAttempt(...of), await memory.getAttempt(...of)),
      getClientKey: async (...of) => same('a key', () => real.getClientKey(...of), await memory.getClientKey(...of)),
      getOrderWithAttempts: async (...of) =>
        same('an order', () => real.getOrderWithAttempts(...of), await memory.getOrderWithAttempts(...of)),
    },
    // Histories of one seed make the same tokens: the engine would take the second for a repetition of the first.
    follow: (write, answer) =>
      same(write.name, () => real.write({ ...write, token: ofHistory(write.token, history) }), answer),
    due: async (shard, now, cursor) => {
      const expected = dueInMemory(tables, shard, now).length;
      const found = await inTurn(() => index.due(shard, now, cursor));
      if (cursor === undefined && found.cursor === undefined && found.items.length !== expected)
        differences.push(`the engine finds ${found.items.length} due, not ${expected}`);
      return found;
    },
    settled: async () => {
      while (busy > 0) {
        await last;
        await new Promise(setImmediate);
      }
    },
  };
}

const ofHistory = (token: string, history: number): string =>
  createHash('sha256').update(`${history} ${token}`).digest('hex').slice(0, 32);

/** Comparable: names in order, sets as lists, nothing of what is absent, no mark of who wrote last. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Set) return [...part].sort();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const item = withoutMark(part as Record<string, unknown>) ?? {};
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
