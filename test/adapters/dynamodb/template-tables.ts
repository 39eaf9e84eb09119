// The two tables as the engine is asked for them; template-tables.test.ts holds them against the synthesised template.

import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

type Table = Omit<CreateTableCommandInput, 'TableName'>;

export const PAYMENTS: Table = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'dueShard', AttributeType: 'S' },
    { AttributeName: 'nextCheckAt', AttributeType: 'N' },
  ],
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
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['status', 'checks'] },
    },
  ],
};

export const IDEMPOTENCY: Table = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};
