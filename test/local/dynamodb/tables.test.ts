// Which tables an engine has after a start, where they live, and how long.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { dynoxideBinary } from '#local/dynamodb/binary.ts';
import { createTables } from '#local/dynamodb/create-tables.ts';
import { type Engine, startEngine } from '#local/dynamodb/engine.ts';
import { indexStreamRecords } from '#local/dynamodb/streams-index.ts';
import { listen } from '#local/listen.ts';
import { readAssembly } from '#local/template/assembly.ts';
import { FIXTURE_ASSEMBLY } from '../fixtures/fixture-stack.ts';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const clientOf = (endpoint: string) => new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
const log = () => {};
const { template } = await readAssembly(FIXTURE_ASSEMBLY);

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function engineWith(db?: string): Promise<Engine> {
  const engine = await startEngine({ db, log });
  cleanUps.push(engine.close);
  return engine;
}

describe('tables', () => {
  it('are created as the template says', async () => {
    const { url } = await engineWith();
    expect(await createTables(template, url)).toEqual({ streams: true });
    const client = clientOf(url);
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual(['Keys', 'Payments']);
    expect((await client.send(new DescribeTableCommand({ TableName: 'Payments' }))).Table).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'due',
          KeySchema: [
            { AttributeName: 'dueShard', KeyType: 'HASH' },
            { AttributeName: 'nextCheckAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['status'] },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    });
    const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName: 'Keys' }));
    expect(ttl.TimeToLiveDescription).toMatchObject({ AttributeName: 'expiresAt', TimeToLiveStatus: 'ENABLED' });
  });

  it('are kept with their items when the same file is used again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paid-once-test-'));
    cleanUps.push(() => rmSync(folder, { recursive: true }));
    const db = join(folder, 'kept.db');
    const first = await startEngine({ db, log });
    await createTables(template, first.url);
    await clientOf(first.url).send(new PutItemCommand({ TableName: 'Keys', Item: { pk: { S: 'k' }, n: { N: '1' } } }));
    await first.close();

    const second = await engineWith(db);
    await createTables(template, second.url);
    const { Item } = await clientOf(second.url).send(
      new GetItemCommand({ TableName: 'Keys', Key: { pk: { S: 'k' } } }),
    );
    expect(Item).toEqual({ pk: { S: 'k' }, n: { N: '1' } });
  });

  it('without a file go with the engine', async () => {
    const engine = await startEngine({ log });
    expect(existsSync(engine.file ?? '')).toBe(true);
    await engine.close();
    expect(existsSync(join(engine.file ?? '', '..'))).toBe(false);
  });

  it('of a stack that was killed go with the next one', async () => {
    const killed = spawnSync('true').pid;
    const orphan = mkdtempSync(join(tmpdir(), `paid-once-db-${killed}-`));
    const alive = mkdtempSync(join(tmpdir(), `paid-once-db-${process.pid}-`));
    cleanUps.push(() => rmSync(alive, { recursive: true }));
    await engineWith();
    expect([existsSync(orphan), existsSync(alive)]).toEqual([false, true]);
  });

  it('with a stream keep their stream records indexed', async () => {
    const engine = await engineWith();
    await createTables(template, engine.url);
    await indexStreamRecords(engine.file ?? '');
    const database = new DatabaseSync(engine.file ?? '', { readOnly: true });
    const indexes = database
      .prepare("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = '_stream_records'")
      .all();
    database.close();
    expect(indexes.map(({ sql }) => String(sql)).join()).toMatch(/table_name, CAST\(sequence_number AS INTEGER\)/);
  });
});

describe('an engine of your own', () => {
  it('is used as it is, and outlives the stack', async () => {
    const own = await engineWith();
    const engine = await startEngine({ endpoint: `${own.url}/`, log });
    expect(engine).toMatchObject({ url: own.url, file: undefined });
    await engine.close();
    expect((await clientOf(own.url).send(new ListTablesCommand())).TableNames).toEqual([]);
  });

  it('that does not answer, or is no URL, is said in a sentence', async () => {
    const taken = await listen(createServer(), 0);
    await taken.close();
    await expect(createTables(template, taken.url)).rejects.toThrow(
      /^no DynamoDB answers at http.* \(ECONNREFUSED\): /,
    );
    await expect(startEngine({ endpoint: '127.0.0.1', log })).rejects.toThrow(/^DYNAMODB_ENDPOINT must be a URL/);
    await expect(startEngine({ endpoint: taken.url, db: 'x.db', log })).rejects.toThrow(/^--db has no meaning/);
  });
});

it('a missing dynoxide is said with every way out', () => {
  expect(() => dynoxideBinary('/nowhere', '@dynoxide/none')).toThrow(/npm install.*PATH.*DYNAMODB_ENDPOINT/);
});
