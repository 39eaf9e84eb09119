// Runs a deciding write: a failed condition is an answer, passing trouble is tried again, our own lost write is ours.

import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { FailedItem, WriteAnswer } from '#core/ports/payment-store.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { isFull } from './bounded-list.ts';
import { type Persistence, persist, TryAgain } from './persist.ts';
import { type Tables, type WriteRequest, writeRequest } from './write-request.ts';

export async function decide(
  client: DynamoDBClient,
  write: DecidingWrite,
  tables: Tables,
  persistence?: Persistence,
): Promise<WriteAnswer> {
  const full = new Set<number>();
  for (;;) {
    const request = writeRequest(write, tables, full);
    const answer = await persist(
      () => (request.kind === 'transaction' ? transact(client, request.input) : single(client, request, write.token)),
      persistence,
    );
    const lacksRoom = answer.written
      ? []
      : answer.failed.filter(({ index, current }) => !full.has(index) && isFull(write.items[index], current));
    if (lacksRoom.length === 0) return answer;
    for (const { index } of lacksRoom) full.add(index);
  }
}

async function single(
  client: DynamoDBClient,
  request: Exclude<WriteRequest, { kind: 'transaction' }>,
  token: string,
): Promise<WriteAnswer> {
  try {
    if (request.kind === 'put') {
      await client.send(new PutItemCommand(request.input));
      return { written: true, after: null };
    }
    const { Attributes } = await client.send(new UpdateItemCommand(request.input));
    return { written: true, after: Attributes ? unmarshall(Attributes) : null };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const current = error.Item ? unmarshall(error.Item) : null;
    // The condition fails on our own write when its answer was lost and the request was sent again.
    if (current?.writeToken === token) return { written: true, after: current };
    return { written: false, failed: [{ index: 0, current }] };
  }
}

async function transact(client: DynamoDBClient, input: TransactWriteItemsCommandInput): Promise<WriteAnswer> {
  try {
    await client.send(new TransactWriteItemsCommand(input));
    return { written: true, after: null };
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons ?? [];
    const failed = reasons.flatMap(({ Code, Item }, index): FailedItem[] =>
      Code === 'ConditionalCheckFailed' ? [{ index, current: Item ? unmarshall(Item) : null }] : [],
    );
    if (failed.length > 0) return { written: false, failed };
    if (reasons.some(({ Code }) => Code !== undefined && PASSING_REASONS.has(Code)))
      throw new TryAgain('the transaction was cancelled', { cause: error });
    throw error;
  }
}

const PASSING_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
