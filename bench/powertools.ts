// The peer: a charge made idempotent by the Powertools pattern, on the same engine, with a table of its own.

import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { POWERTOOLS_TABLE } from './engine-tables.ts';

interface Checkout {
  readonly orderId: string;
  readonly key: string;
  readonly cardToken: string;
}

export type IdempotentCharge = (checkout: Checkout) => Promise<unknown>;

/** Says in its log, rightly, that it runs outside of Lambda: the bench gives it a name to run under. */
export function powertoolsCharge(client: DynamoDBClient): IdempotentCharge {
  process.env.AWS_LAMBDA_FUNCTION_NAME ??= 'charge';
  const config = new IdempotencyConfig({
    eventKeyJmesPath: 'key',
    payloadValidationJmesPath: 'cardToken',
    expiresAfterSeconds: 48 * 3_600,
  });
  config.registerLambdaContext({ getRemainingTimeInMillis: () => 10_000 } as Context);
  // Theirs is made for the client of the same SDK; the types of two copies would differ in private parts only.
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: POWERTOOLS_TABLE, awsSdkV3Client: client });
  return makeIdempotent(
    async ({ orderId }: Checkout) => ({ orderId, status: 'Paid', amount: '548.90', currency: 'TRY' }),
    { persistenceStore, config, dataIndexArgument: 0 },
  );
}
