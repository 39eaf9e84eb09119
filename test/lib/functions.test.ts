// Decides how each function must be run: its runtime, limits, log, variables and, action by action, its permissions.

import { describe, expect, test } from 'vitest';
import { healthAddress } from '#core/records/address.ts';
import { madeBefore, nameOf, permissionsOf } from './permissions.ts';
import { resourceOf, synthesise } from './synth.ts';

const FUNCTION = 'AWS::Lambda::Function';
const prod = synthesise();

const SHARED = ['POWERTOOLS_SERVICE_NAME', 'SETTINGS'];
const dynamodb = (...names: string[]) => names.map((name) => `dynamodb:${name}`).sort();

/** Everything that a function may do, besides its log and its traces. */
const FUNCTIONS = {
  CreateOrder: {
    timeout: 10,
    variables: ['IDEMPOTENCY_TABLE', 'PAYMENTS_TABLE'],
    permissions: {
      'PaymentsTable.Arn': dynamodb('GetItem', 'PutItem'),
      'IdempotencyTable.Arn': dynamodb('GetItem', 'PutItem'),
    },
  },
  GetOrder: {
    timeout: 10,
    variables: ['PAYMENTS_TABLE'],
    permissions: { 'PaymentsTable.Arn': dynamodb('Query') },
  },
  Checkout: {
    timeout: 20,
    variables: ['IDEMPOTENCY_TABLE', 'PAYMENTS_TABLE', 'PAYMENT_WORKFLOW_ARN'],
    permissions: {
      'PaymentsTable.Arn': dynamodb('GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'),
      'IdempotencyTable.Arn': dynamodb('GetItem', 'PutItem'),
      PaymentWorkflowStateMachine: ['states:StartExecution'],
      'arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:PaymentWorkflowStateMachine.Name:*': [
        'states:DescribeExecution',
      ],
    },
  },
  Charge: {
    timeout: 7,
    variables: ['IDEMPOTENCY_TABLE', 'PAYMENTS_TABLE', 'PROVIDER_SECRET_ARN'],
    permissions: {
      'PaymentsTable.Arn': dynamodb('GetItem', 'UpdateItem', 'ConditionCheckItem'),
      // Providers' health, and no client key.
      'IdempotencyTable.Arn': [
        'dynamodb:UpdateItem if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["HEALTH#*"]}}',
      ],
      ProviderSecret: ['secretsmanager:GetSecretValue'],
    },
  },
  Reconcile: {
    timeout: 15,
    variables: ['PAYMENTS_TABLE', 'PROVIDER_SECRET_ARN'],
    permissions: {
      'PaymentsTable.Arn': dynamodb('GetItem', 'UpdateItem', 'ConditionCheckItem'),
      ProviderSecret: ['secretsmanager:GetSecretValue'],
    },
  },
  Sweep: {
    timeout: 50,
    variables: ['PAYMENTS_TABLE', 'RECONCILE_WORKFLOW_ARN'],
    permissions: {
      'PaymentsTable.Arn': dynamodb('UpdateItem'),
      'PaymentsTable.Arn/index/due': dynamodb('Query'),
      ReconcileWorkflowStateMachine: ['states:StartExecution'],
    },
  },
} as const;

test('there are these functions and no others', () => {
  prod.template.resourceCountIs(FUNCTION, Object.keys(FUNCTIONS).length);
});

describe.each(Object.entries(FUNCTIONS))('function %s', (id, expected) => {
  const { Properties } = resourceOf(prod, FUNCTION, `${id}Function`);

  test('runs on Node.js 24, arm64, traced, with its own timeout', () => {
    expect(Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      TracingConfig: { Mode: 'Active' },
      Timeout: expected.timeout,
    });
  });

  test('is given just the variables that it needs', () => {
    expect(Object.keys(Properties.Environment.Variables).sort()).toEqual([...SHARED, ...expected.variables].sort());
  });

  test('may do just this, and writes only its own log', () => {
    expect(permissionsOf(prod, `${id}Role`)).toEqual({
      ...expected.permissions,
      [`${id}Logs.Arn`]: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      '*': ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
    });
    expect(resourceOf(prod, 'AWS::IAM::Role', `${id}Role`).Properties.ManagedPolicyArns).toBeUndefined();
    expect(nameOf(Properties.LoggingConfig.LogGroup)).toBe(`${id}Logs`);
  });
});

test.each(Object.keys(FUNCTIONS))('%s is not there before its permissions are', (id) => {
  const expected = [`${id}Role`, `${id}RoleDefaultPolicy`, `${id}Telemetry`];
  expect(madeBefore(resourceOf(prod, FUNCTION, `${id}Function`))).toEqual(expected);
});

test('the health items that charge may write are the ones that it writes', () => {
  const [action = ''] = permissionsOf(prod, 'ChargeRole')['IdempotencyTable.Arn'] ?? [];
  const prefix = /"([^"]*)\*"/.exec(action)?.[1];
  expect(prefix && healthAddress('http').pk.startsWith(prefix)).toBe(true);
});

test('a function reads the whole settings', () => {
  const { Variables } = resourceOf(synthesise({ maxSends: 7 }), FUNCTION, 'ChargeFunction').Properties.Environment;
  expect(JSON.parse(Variables.SETTINGS)).toMatchObject({ maxSends: 7, attemptTimeoutSeconds: 3 });
});

test('no variable holds a secret, only the place of one', () => {
  for (const { Type, Properties } of Object.values(prod.resources)) {
    if (Type !== FUNCTION) continue;
    const variables = JSON.stringify(Properties.Environment.Variables);
    expect(variables).not.toContain('{{resolve:');
    expect(variables).not.toContain('SecretString');
  }
});

test.each([
  [{}, 50],
  [{ chargeReservedConcurrency: 3 }, 3],
  [{ chargeReservedConcurrency: 0 }, undefined],
])('with %o charge alone reserves a concurrency of %s', (given, expected) => {
  const made = synthesise(given);
  for (const id of Object.keys(FUNCTIONS)) {
    const { ReservedConcurrentExecutions } = resourceOf(made, FUNCTION, `${id}Function`).Properties;
    expect(ReservedConcurrentExecutions).toBe(id === 'Charge' ? expected : undefined);
  }
});

test.each([
  [{ attemptTimeoutSeconds: 25 }, 'Charge', 29],
  [{ syncWaitSeconds: 28 }, 'Checkout', 29],
  [{ syncWaitSeconds: 0 }, 'Checkout', 10],
])('with %o the timeout of %s is %i s', (given, id, seconds) => {
  expect(resourceOf(synthesise(given), FUNCTION, `${id}Function`).Properties.Timeout).toBe(seconds);
});

test('every log group is kept for 30 days: one per function, one per workflow, one for the API', () => {
  prod.template.resourceCountIs('AWS::Logs::LogGroup', 6 + 2 + 1);
  prod.template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
});
