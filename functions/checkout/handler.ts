// POST /orders/{orderId}/checkout

import { createDynamoDBClient } from '#adapters/dynamodb/client.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ambient } from '#adapters/lambda/ambient.ts';
import { readSettings, readTables, variable } from '#adapters/lambda/environment.ts';
import { httpChain } from '#adapters/lambda/http-chain.ts';
import { log } from '#adapters/lambda/log.ts';
import { chargeRenderer } from '#adapters/provider/charge-bodies.ts';
import { createSFNClient } from '#adapters/workflow/client.ts';
import { createPaymentRuns } from '#adapters/workflow/payment-runs.ts';
import { checkout } from './checkout.ts';

const settings = readSettings();
const deps = {
  store: createPaymentStore(createDynamoDBClient(), readTables()),
  runs: createPaymentRuns(createSFNClient(), variable('PAYMENT_WORKFLOW_ARN')),
  renderCharge: chargeRenderer(settings.provider),
  settings,
  ambient,
  log,
};

export const handler = httpChain(settings, (request) => checkout(deps, request));
