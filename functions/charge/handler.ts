// The task of the states Charge and RetryCharge.

import { createDynamoDBClient } from '#adapters/dynamodb/client.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ambient } from '#adapters/lambda/ambient.ts';
import { readPaymentsTable, readSettings, variable } from '#adapters/lambda/environment.ts';
import { log } from '#adapters/lambda/log.ts';
import { stepChain } from '#adapters/lambda/step-chain.ts';
import { renderCharge } from '#adapters/provider/http/charge-body.ts';
import { createHttpProvider } from '#adapters/provider/http/http-provider.ts';
import { createProviderSecret } from '#adapters/secrets/provider-secret.ts';
import { chargeInput } from '#core/workflow/step-input.ts';
import { charge } from './charge.ts';

const settings = readSettings();
const deps = {
  store: createPaymentStore(createDynamoDBClient(), readPaymentsTable()),
  provider: createHttpProvider({
    settings,
    secret: createProviderSecret({ secretId: variable('PROVIDER_SECRET_ARN') }),
  }),
  renderCharge,
  settings,
  ambient,
  log,
};

export const handler = stepChain((event, context) =>
  charge({ ...deps, remainingMs: () => context.getRemainingTimeInMillis() }, chargeInput(event)),
);
