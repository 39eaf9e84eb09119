// The task of the states Charge and RetryCharge.

import { createDynamoDBClient } from '#adapters/dynamodb/client.ts';
import { createHealthStore } from '#adapters/dynamodb/health-store.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ambient } from '#adapters/lambda/ambient.ts';
import { readSettings, readTables, variable } from '#adapters/lambda/environment.ts';
import { log } from '#adapters/lambda/log.ts';
import { stepChain } from '#adapters/lambda/step-chain.ts';
import { createProvider } from '#adapters/provider/adapters.ts';
import { chargeRenderer } from '#adapters/provider/charge-bodies.ts';
import { createProviderSecret } from '#adapters/secrets/provider-secret.ts';
import { chargeInput } from '#core/workflow/step-input.ts';
import { charge } from './charge.ts';

const settings = readSettings();
const [client, tables] = [createDynamoDBClient(), readTables()] as const;
const deps = {
  store: createPaymentStore(client, tables),
  health: createHealthStore(client, tables),
  provider: createProvider({ settings, secret: createProviderSecret({ secretId: variable('PROVIDER_SECRET_ARN') }) }),
  renderCharge: chargeRenderer(settings.provider),
  settings,
  ambient,
  log,
};

export const handler = stepChain((event, context) =>
  charge({ ...deps, remainingMs: () => context.getRemainingTimeInMillis() }, chargeInput(event)),
);
