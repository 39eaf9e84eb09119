// Decides what the two tables and the secret must be, and what each stage may lose.

import { describe, expect, test } from 'vitest';
import { resourceOf, synthesise } from './synth.ts';

const TABLE = 'AWS::DynamoDB::GlobalTable';
const prod = synthesise();
const dev = synthesise({ stage: 'dev' });
const staging = synthesise({ stage: 'staging' });

test('there are two tables, on demand, in one region', () => {
  prod.template.resourceCountIs(TABLE, 2);
  prod.template.allResourcesProperties(TABLE, { BillingMode: 'PAY_PER_REQUEST' });
  for (const name of ['Payments', 'Idempotency'])
    expect(resourceOf(prod, TABLE, name).Properties.Replicas).toHaveLength(1);
});

test('Payments has pk and sk, and a sparse index `due` that carries status and checks', () => {
  const { Properties } = resourceOf(prod, TABLE, 'Payments');
  expect(Properties.KeySchema).toEqual([
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ]);
  expect(Properties.GlobalSecondaryIndexes).toEqual([
    {
      IndexName: 'due',
      KeySchema: [
        { AttributeName: 'dueShard', KeyType: 'HASH' },
        { AttributeName: 'nextCheckAt', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['status', 'checks'] },
    },
  ]);
  expect(Properties.AttributeDefinitions).toEqual([
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'dueShard', AttributeType: 'S' },
    { AttributeName: 'nextCheckAt', AttributeType: 'N' },
  ]);
  expect(Properties.TimeToLiveSpecification).toBeUndefined();
});

test('Idempotency has pk alone, and expires', () => {
  const { Properties } = resourceOf(prod, TABLE, 'Idempotency');
  expect(Properties.KeySchema).toEqual([{ AttributeName: 'pk', KeyType: 'HASH' }]);
  expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAt', Enabled: true });
  expect(Properties.GlobalSecondaryIndexes).toBeUndefined();
});

describe.each(['Payments', 'Idempotency'])('table %s', (name) => {
  test.each([
    ['prod', prod, true, 'Retain'],
    ['staging', staging, true, 'Retain'],
    ['dev', dev, false, 'Delete'],
  ])('in %s: restorable for 7 days, protected and kept as the stage says', (_stage, made, isProtected, policy) => {
    const { Properties, DeletionPolicy } = resourceOf(made, TABLE, name);
    expect(Properties.Replicas[0]).toMatchObject({
      DeletionProtectionEnabled: isProtected,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 },
    });
    expect(DeletionPolicy).toBe(policy);
  });
});

test.each([
  ['prod', prod, 'Retain'],
  ['staging', staging, 'Retain'],
  ['dev', dev, 'Delete'],
])('the secret of %s is generated, not written in the template, and kept as the stage says', (_stage, made, policy) => {
  const secret = resourceOf(made, 'AWS::SecretsManager::Secret', 'ProviderSecret');
  expect(secret.Properties.SecretString).toBeUndefined();
  expect(secret.Properties.GenerateSecretString).toBeDefined();
  expect(secret.DeletionPolicy).toBe(policy);
});

test.each([
  ['prod', prod, 'PaidOnce'],
  ['staging', staging, 'PaidOnce-staging'],
  ['dev', dev, 'PaidOnce-dev'],
])('the stack of %s has its own name, and is bound to no account or region', (_stage, made, name) => {
  expect(made.stack.stackName).toBe(name);
  expect(made.stack.account).toMatch(/^\$\{Token/);
  expect(made.stack.region).toMatch(/^\$\{Token/);
});
