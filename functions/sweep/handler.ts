// The schedule's target.

import type { Context } from 'aws-lambda';
import { createDynamoDBClient } from '#adapters/dynamodb/client.ts';
import { createDueIndex } from '#adapters/dynamodb/due-index.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ambient } from '#adapters/lambda/ambient.ts';
import { readPaymentsTable, readSettings, variable } from '#adapters/lambda/environment.ts';
import { log } from '#adapters/lambda/log.ts';
import { stepChain } from '#adapters/lambda/step-chain.ts';
import { createSFNClient } from '#adapters/workflow/client.ts';
import { createReconcileRuns } from '#adapters/workflow/reconcile-runs.ts';
import { sweep } from './sweep.ts';

const client = createDynamoDBClient();
const tables = readPaymentsTable();
const deps = {
  due: createDueIndex(client, tables),
  store: createPaymentStore(client, tables),
  runs: createReconcileRuns(createSFNClient(), variable('RECONCILE_WORKFLOW_ARN')),
  settings: readSettings(),
  ambient,
  log,
};
const ROOM_MS = 5_000;

export const handler = stepChain((_event, context: Context) =>
  sweep(deps, () => context.getRemainingTimeInMillis() > ROOM_MS),
);
