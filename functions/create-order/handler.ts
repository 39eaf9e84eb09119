// POST /orders

import { createDynamoDBClient } from '#adapters/dynamodb/client.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ambient } from '#adapters/lambda/ambient.ts';
import { readSettings, readTables } from '#adapters/lambda/environment.ts';
import { httpChain } from '#adapters/lambda/http-chain.ts';
import { createOrder } from './create-order.ts';

const settings = readSettings();
const deps = { store: createPaymentStore(createDynamoDBClient(), readTables()), settings, ambient };

export const handler = httpChain(settings, (request) => createOrder(deps, request));
