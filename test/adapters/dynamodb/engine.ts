// A real DynamoDB engine for one test file, with fresh tables for whoever asks.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import type { Tables } from '#adapters/dynamodb/write-request.ts';
import { type Engine, startEngine } from '#local/dynamodb/engine.ts';
import { IDEMPOTENCY, PAYMENTS } from './template-tables.ts';

export interface Database {
  readonly url: string;
  readonly client: DynamoDBClient;
  freshTables(): Promise<Required<Tables>>;
}

/** In memory, where there is such a folder: nothing here is to last, and a disk makes each table cost 20 ms. */
const MEMORY = '/dev/shm';

/** To be called where hooks may be; the engine runs while the file's tests do. */
export function database(): Database {
  let engine: Engine | undefined;
  let client: DynamoDBClient | undefined;
  let folder: string | undefined;
  let made = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'paid-once-test-'));
    engine = await startEngine({ endpoint: undefined, db: join(folder, 'tables.db'), log: console.error });
    client = clientAt(engine.url);
  });
  afterAll(async () => {
    client?.destroy();
    await engine?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  const running = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('the engine runs inside tests and hooks only');
    return value;
  };
  return {
    get url() {
      return running(engine).url;
    },
    get client() {
      return running(client);
    },
    async freshTables() {
      made += 1;
      const tables = { payments: `Payments-${made}`, idempotency: `Idempotency-${made}` };
      const to = running(client);
      await to.send(new CreateTableCommand({ TableName: tables.payments, ...PAYMENTS }));
      await to.send(new CreateTableCommand({ TableName: tables.idempotency, ...IDEMPOTENCY }));
      return tables;
    },
  };
}

/** As the functions' own client: no retry but persist.ts's. */
export const clientAt = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
