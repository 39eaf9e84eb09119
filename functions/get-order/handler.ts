// GET /orders/{orderId}

import { createDynamoDBClient } from '#adapters/dynamodb/client.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { readPaymentsTable, readSettings } from '#adapters/lambda/environment.ts';
import { httpChain } from '#adapters/lambda/http-chain.ts';
import { getOrder } from './get-order.ts';

const deps = { store: createPaymentStore(createDynamoDBClient(), readPaymentsTable()) };

export const handler = httpChain(readSettings(), (request) => getOrder(deps, request));
