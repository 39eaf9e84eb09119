// An engine with the template's tables in it, counted or not, for benchmarks that call the functions' own code.

import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startEngine } from '../local/dynamodb/engine.ts';
import { IDEMPOTENCY, PAYMENTS } from '../test/adapters/dynamodb/template-tables.ts';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';

export const TABLES = { payments: 'Payments', idempotency: 'Idempotency' } as const;

/** Of the Powertools idempotency pattern: one key, as its documentation asks. */
export const POWERTOOLS_TABLE = 'Powertools';

const POWERTOOLS: Omit<CreateTableCommandInput, 'TableName'> = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
};

export interface EngineTables {
  readonly url: string;
  /** Straight to the engine. */
  readonly client: DynamoDBClient;
  /** Through the proxy that counts. */
  readonly counted: DynamoDBClient;
  readonly proxy: CountingProxy;
  close(): Promise<void>;
}

export async function startEngineTables(): Promise<EngineTables> {
  const engine = await startEngine({ endpoint: process.env.DYNAMODB_ENDPOINT || undefined, log: () => {} });
  const proxy = await startCountingProxy(engine.url);
  const [client, counted] = [clientOf(engine.url), clientOf(proxy.url)];
  await client.send(new CreateTableCommand({ TableName: TABLES.payments, ...PAYMENTS }));
  await client.send(new CreateTableCommand({ TableName: TABLES.idempotency, ...IDEMPOTENCY }));
  await client.send(new CreateTableCommand({ TableName: POWERTOOLS_TABLE, ...POWERTOOLS }));
  return {
    url: engine.url,
    client,
    counted,
    proxy,
    close: async () => {
      client.destroy();
      counted.destroy();
      await proxy.close();
      await engine.close();
    },
  };
}

const clientOf = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
