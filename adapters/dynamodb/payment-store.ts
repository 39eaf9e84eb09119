// The payment store on DynamoDB: strongly consistent reads, and each deciding write as one conditional request.

import { type DynamoDBClient, GetItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import { type Address, attemptAddress, clientKeyAddress, orderAddress, orderPartition } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import { decide } from './deciding-write.ts';
import { type Persistence, persist } from './persist.ts';
import { keyOf, type Tables, tableName, toItem } from './write-request.ts';

export function createPaymentStore(client: DynamoDBClient, tables: Tables, persistence?: Persistence): PaymentStore {
  const read = async <Item>(at: Address): Promise<Item | null> => {
    const input = { TableName: tableName(tables, at.table), Key: keyOf(at), ConsistentRead: true };
    const { Item } = await persist(() => client.send(new GetItemCommand(input)), persistence);
    // What is in the tables was written by us, from these types.
    return Item ? (unmarshall(Item) as Item) : null;
  };
  return {
    getOrder: (tenant, order) => read<Order>(orderAddress(tenant, order)),
    getAttempt: (ref) => read<Attempt>(attemptAddress(ref)),
    getClientKey: (scope) => read<ClientKey>(clientKeyAddress(scope)),
    write: (write) => decide(client, write, tables, persistence),
    getOrderWithAttempts: async (tenant, order) => {
      const input = {
        TableName: tables.payments,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: toItem({ ':pk': orderPartition(tenant, order) }),
        ConsistentRead: true,
      };
      const items = await persist(async () => {
        const all: Record<string, unknown>[] = [];
        for await (const page of paginateQuery({ client }, input))
          all.push(...(page.Items ?? []).map((item) => unmarshall(item)));
        return all;
      }, persistence);
      const found = items.find((item) => item.sk === 'ORDER');
      if (!found) return null;
      return {
        order: found as unknown as Order,
        attempts: items.filter((item) => item !== found) as unknown as Attempt[],
      };
    },
  };
}
