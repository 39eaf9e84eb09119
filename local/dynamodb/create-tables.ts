// Which tables the engine gets: the template's, with their indexes; one that is there already is kept as it is.

import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  ListTablesCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { StartError } from '../start-error.ts';
import { REGION } from '../template/names.ts';
import type { Template } from '../template/template.ts';

/** The part of AWS::DynamoDB::GlobalTable that CreateTable takes in the same shape. */
type TableProperties = Pick<
  CreateTableCommandInput,
  'AttributeDefinitions' | 'KeySchema' | 'BillingMode' | 'GlobalSecondaryIndexes' | 'LocalSecondaryIndexes'
> & {
  readonly StreamSpecification?: {
    readonly StreamViewType: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
  };
  readonly TimeToLiveSpecification?: { readonly AttributeName: string; readonly Enabled: boolean };
};

const PATIENCE_MS = 10_000;

/** @returns whether any table has a stream */
export async function createTables(template: Template, endpoint: string): Promise<{ streams: boolean }> {
  const client = new DynamoDBClient({
    endpoint,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 2,
    requestHandler: { requestTimeout: PATIENCE_MS, throwOnRequestTimeout: true },
  });
  try {
    await client.send(new ListTablesCommand({ Limit: 1 })).catch((error: Error) => {
      throw new StartError(
        `no DynamoDB answers at ${endpoint} (${reason(error)}): start it, or unset DYNAMODB_ENDPOINT`,
      );
    });
    const tables = template.ofType<TableProperties>('AWS::DynamoDB::GlobalTable');
    for (const { name, properties } of tables) await createTable(client, name, properties);
    return { streams: tables.some(({ properties }) => properties.StreamSpecification !== undefined) };
  } finally {
    client.destroy();
  }
}

async function createTable(client: DynamoDBClient, TableName: string, properties: TableProperties): Promise<void> {
  const { TimeToLiveSpecification } = properties;
  try {
    await client.send(new CreateTableCommand(createTableInput(TableName, properties)));
  } catch (error) {
    if (error instanceof ResourceInUseException) return;
    throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName });
  if (TimeToLiveSpecification) await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

export function createTableInput(TableName: string, properties: TableProperties): CreateTableCommandInput {
  const { AttributeDefinitions, KeySchema, BillingMode, LocalSecondaryIndexes, StreamSpecification } = properties;
  return {
    TableName,
    AttributeDefinitions,
    KeySchema,
    BillingMode,
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    })),
    LocalSecondaryIndexes,
    ...(StreamSpecification && { StreamSpecification: { ...StreamSpecification, StreamEnabled: true } }),
  };
}

const reason = (error: Error & { code?: string }): string => error.code ?? error.name;
