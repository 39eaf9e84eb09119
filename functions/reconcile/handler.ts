// The task of the state Reconcile, in both workflows.

import { createDynamoDBClient } from '#adapters/dynamodb/client.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ambient } from '#adapters/lambda/ambient.ts';
import { readPaymentsTable, readSettings, variable } from '#adapters/lambda/environment.ts';
import { log } from '#adapters/lambda/log.ts';
import { stepChain } from '#adapters/lambda/step-chain.ts';
import { createProvider } from '#adapters/provider/adapters.ts';
import { createProviderSecret } from '#adapters/secrets/provider-secret.ts';
import { reconcileInput } from '#core/workflow/step-input.ts';
import { reconcile } from './reconcile.ts';

const settings = readSettings();
const deps = {
  store: createPaymentStore(createDynamoDBClient(), readPaymentsTable()),
  provider: createProvider({
    settings,
    secret: createProviderSecret({ secretId: variable('PROVIDER_SECRET_ARN') }),
  }),
  settings,
  ambient,
  log,
};

export const handler = stepChain((event) => reconcile(deps, reconcileInput(event)));
