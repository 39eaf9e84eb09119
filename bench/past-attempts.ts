// Attempts that lie in the table already, put there in bulk past all of our code: closed ones, or open ones that are due.

import { BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { v7 } from 'uuid';
import { toItem } from '#adapters/dynamodb/write-request.ts';
import { sealKeyFrom } from '#core/cards/card-token.ts';
import { newAttempt } from '#core/checkout/new-attempt.ts';
import { attemptIdFrom, providerKeyFrom } from '#core/ids/attempt-id.ts';
import { orderId } from '#core/ids/order-id.ts';
import { referenceOf } from '#core/ids/reference.ts';
import { currency } from '#core/money/currency.ts';
import { attemptAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { epochMs } from '#core/time/instant.ts';
import { inParallel } from '../local/demo/crowd.ts';
import { settings, TENANT } from './checkouts.ts';
import { TABLES } from './engine-tables.ts';

/** The most that one BatchWriteItem takes. */
const BATCH = 25;
const AT_ONCE = 8;
const AGE_MS = 3_600_000;

/** An hour old. Open: due ever since, but for `minAgeSeconds`. */
function attempt(order: string, open: boolean): Attempt {
  const at = epochMs(Date.now() - AGE_MS);
  const id = attemptIdFrom(v7({ msecs: at }));
  const of = { orderId: orderId(order), amountMinor: 54_890, currency: currency('TRY') };
  const hash = '0'.repeat(64);
  const made = newAttempt(
    {
      order: { ...of, status: 'Placed', createdAt: at } as never,
      attemptId: id,
      clientKeyHash: hash.slice(32),
      providerKey: providerKeyFrom(v7()),
      reference: referenceOf({ tenantId: TENANT, orderId: of.orderId, attemptId: id }),
      cardTokenHash: hash as never,
      sealKey: sealKeyFrom(new Uint8Array(32)),
      bodyHash: hash,
      now: at,
    },
    settings,
  );
  if (open) return made;
  const { sealKey: _sealKey, dueShard: _dueShard, nextCheckAt: _nextCheckAt, ...closed } = made;
  const evidence = { source: 'reply', failure: 'providerUnavailable', httpStatus: 503 } as const;
  return { ...closed, status: 'Failed', sends: 1, evidence, closedAt: at };
}

/** `orderOf`: whose attempt the nth is. */
export async function putAttempts(
  client: DynamoDBClient,
  count: number,
  state: 'open' | 'closed',
  orderOf: (n: number) => string,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(count / BATCH) }, (_, i) => i * BATCH);
  await inParallel(AT_ONCE, batches, async (first) => {
    const numbers = Array.from({ length: Math.min(BATCH, count - first) }, (_, i) => first + i);
    const puts = numbers.map((n) => {
      const made = attempt(orderOf(n), state === 'open');
      const { table: _table, ...key } = attemptAddress({ ...made, tenantId: TENANT });
      return { PutRequest: { Item: toItem({ ...made, ...key }) } };
    });
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [TABLES.payments]: puts } }),
    );
    if (Object.keys(UnprocessedItems).length > 0) throw new Error('the engine left items of a batch undone');
  });
}
