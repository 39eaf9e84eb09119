// The whole step with Stripe as its provider: the same promises, another adapter.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStack } from '#local/stack.ts';
import { startStripe } from '#local/stripe/server.ts';
import { apiClient } from '../harness/api-client.ts';
import { FAST } from '../harness/settings.ts';

let stripe: Awaited<ReturnType<typeof startStripe>>;
let stack: Awaited<ReturnType<typeof startStack>>;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  stripe = await startStripe();
  const settings = { ...FAST, provider: { ...FAST.provider, adapter: 'stripe', lookupLagSeconds: 0 } };
  stack = await startStack({ settings, providerUrl: stripe.url });
  api = apiClient(stack.api);
});
afterAll(async () => {
  await stack.close();
  await stripe.close();
});

const control = (body: object) =>
  fetch(`${stripe.url}/_control`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** Each charge as Stripe lists it; its metadata hold our reference. */
const chargesOf = async (orderId: string): Promise<number> => {
  const charges = (await (await fetch(`${stripe.url}/_charges`)).json()) as {
    metadata: { merchant_reference: string };
  }[];
  return charges.filter(({ metadata }) => metadata.merchant_reference.includes(`-${orderId}-`)).length;
};

test('a charge whose answer is lost is paid once', async () => {
  await api.createOrder({ orderId: 's1', amount: '548.90', currency: 'EUR' }, 's1');
  await control({ mode: 'slow', delaySeconds: 4, times: 1 });
  const paid = await api.checkout('s1', { key: 'k1', card: 'pm_card_visa' });
  expect([paid.status, paid.body.status]).toEqual([200, 'Paid']);
  expect(await chargesOf('s1')).toBe(1);
});

test('a decline is told with Stripe’s own code, and frees the order', async () => {
  await api.createOrder({ orderId: 's2', amount: '5.00', currency: 'EUR' }, 's2');
  await control({ mode: 'decline', times: 1 });
  const declined = await api.checkout('s2', { key: 'k1', card: 'pm_card_visa' });
  expect([declined.status, typeof declined.body.declineReason]).toEqual([402, 'string']);
  await control({ mode: 'normal' });
  expect((await api.checkout('s2', { key: 'k2', card: 'pm_card_visa' })).status).toBe(200);
  expect(await chargesOf('s2')).toBe(1);
});
