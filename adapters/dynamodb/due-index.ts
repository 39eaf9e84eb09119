// The due index on DynamoDB: what must be looked at again, page by page.

import { type DynamoDBClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { attemptId } from '#core/ids/attempt-id.ts';
import { orderId } from '#core/ids/order-id.ts';
import type { AttemptRef } from '#core/ids/reference.ts';
import { tenantId } from '#core/ids/tenant-id.ts';
import type { DueAttempt, DueIndex } from '#core/ports/due-index.ts';
import { attemptRefOf } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { type Persistence, persist } from './persist.ts';
import { type Tables, toItem } from './write-request.ts';

export function createDueIndex(
  client: DynamoDBClient,
  tables: Pick<Tables, 'payments'>,
  persistence?: Persistence,
): DueIndex {
  return {
    due: async (shard, now, cursor) => {
      const input: QueryCommandInput = {
        TableName: tables.payments,
        IndexName: 'due',
        KeyConditionExpression: 'dueShard = :shard AND nextCheckAt <= :now',
        ExpressionAttributeValues: toItem({ ':shard': shard, ':now': now }),
        ...(cursor === undefined
          ? {}
          : { ExclusiveStartKey: cursor as NonNullable<QueryCommandInput['ExclusiveStartKey']> }),
      };
      const { Items = [], LastEvaluatedKey } = await persist(() => client.send(new QueryCommand(input)), persistence);
      return { items: Items.map((item) => nominated(unmarshall(item))), cursor: LastEvaluatedKey };
    },
  };
}

function nominated(item: Record<string, unknown>): DueAttempt {
  const { pk, sk, nextCheckAt, status, checks } = item as unknown as Attempt & { pk: string; sk: string };
  return {
    at: { table: 'payments', pk, sk },
    ref: readRef(pk, sk),
    nextCheckAt: nextCheckAt ?? (0 as never),
    status,
    checks: checks ?? 0,
  };
}

function readRef(pk: string, sk: string): AttemptRef | null {
  const parts = attemptRefOf(pk, sk);
  if (!parts) return null;
  try {
    return { tenantId: tenantId(parts.tenant), orderId: orderId(parts.order), attemptId: attemptId(parts.attempt) };
  } catch {
    return null;
  }
}
