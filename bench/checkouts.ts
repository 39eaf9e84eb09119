// Ours, for comparison: the functions' own code on an engine, with a workflow that notes its runs and starts none.

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ambient } from '#adapters/lambda/ambient.ts';
import { renderCharge } from '#adapters/provider/http/charge-body.ts';
import type { Answer } from '#core/api/answer.ts';
import type { AttemptRef } from '#core/ids/reference.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';
import { checkout } from '#functions/checkout/checkout.ts';
import { createOrder } from '#functions/create-order/create-order.ts';
import { getOrder } from '#functions/get-order/get-order.ts';
import { settleSucceeded } from '#functions/settle/settle-succeeded.ts';
import { TABLES } from './engine-tables.ts';

export const TENANT = tenantIdOf('123456789012:AROABENCH');
export const settings = DEFAULT_SETTINGS;

export type Checkouts = ReturnType<typeof checkoutsOn>;

export function checkoutsOn(client: DynamoDBClient) {
  const store = createPaymentStore(client, TABLES);
  const started = new Map<string, AttemptRef>();
  const runs = {
    start: async (ref: AttemptRef) => void started.set(ref.orderId, ref),
    isRunning: async () => true,
  };
  const deps = { store, runs, renderCharge, settings, ambient, log: () => {} };
  return {
    store,
    create: (orderId: string) =>
      expecting(201, createOrder(deps, request(`order-${orderId}`, { orderId, amount: '548.90', currency: 'TRY' }))),
    /** Does not wait for the payment's end. */
    checkout: (orderId: string, key: string, status: number) =>
      expecting(status, checkout(deps, request(key, { cardToken: 'tok_visa' }, orderId))),
    read: (orderId: string) => expecting(200, getOrder(deps, request('', {}, orderId))),
    /** As a charge that went well does. */
    async settle(orderId: string): Promise<void> {
      const ref = started.get(orderId);
      if (ref === undefined) throw new Error(`no run was started for ${orderId}`);
      await settleSucceeded(deps, { ref, providerPaymentId: 'ch_000001', evidence: { source: 'reply' } });
    },
  };
}

const request = (key: string, body: object, orderId?: string) => ({
  tenant: TENANT,
  headers: { 'content-type': 'application/json', 'idempotency-key': key, prefer: 'respond-async' },
  pathParameters: orderId === undefined ? {} : { orderId },
  body: Buffer.from(JSON.stringify(body)),
});

async function expecting(status: number, asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}
