// What the tables hold, read past all of our code; and a hand that changes it, as another process could.

import {
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  paginateQuery,
  paginateScan,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

export type Item = Readonly<Record<string, unknown>>;

export interface TablesReader {
  /** Every item of every table. */
  scan(): Promise<Item[]>;
  /** The items of one partition of the Payments table. */
  partition(pk: string): Promise<Item[]>;
  put(table: 'Payments' | 'Idempotency', item: Item): Promise<void>;
  /** Changes some attributes of an item in the Payments table. */
  set(item: Item, attributes: Item): Promise<void>;
  close(): void;
}

export function tablesReader(endpoint: string): TablesReader {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  return {
    async scan() {
      const { TableNames = [] } = await client.send(new ListTablesCommand({}));
      const items: Item[] = [];
      for (const TableName of TableNames) {
        for await (const page of paginateScan({ client }, { TableName, ConsistentRead: true }))
          items.push(...(page.Items ?? []).map((item) => unmarshall(item)));
      }
      return items;
    },
    async partition(pk) {
      const query = {
        TableName: 'Payments',
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: marshall({ ':pk': pk }),
        ConsistentRead: true,
      };
      const items: Item[] = [];
      for await (const page of paginateQuery({ client }, query))
        items.push(...(page.Items ?? []).map((item) => unmarshall(item)));
      return items;
    },
    async put(TableName, item) {
      await client.send(new PutItemCommand({ TableName, Item: marshall(item) }));
    },
    async set({ pk, sk }, attributes) {
      const names = Object.keys(attributes);
      await client.send(
        new UpdateItemCommand({
          TableName: 'Payments',
          Key: marshall({ pk, sk }),
          UpdateExpression: `SET ${names.map((_, i) => `#${i} = :${i}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(names.map((name, i) => [`#${i}`, name])),
          ExpressionAttributeValues: marshall(Object.fromEntries(names.map((name, i) => [`:${i}`, attributes[name]]))),
        }),
      );
    },
    close: () => client.destroy(),
  };
}
