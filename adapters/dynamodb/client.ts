// The DynamoDB client: short timeouts, no retry of its own (persist.ts is the one layer that retries).

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export const createDynamoDBClient = (): DynamoDBClient =>
  new DynamoDBClient({
    maxAttempts: 1,
    // Without `throwOnRequestTimeout` the SDK only warns, and waits for an answer that never comes.
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  });
