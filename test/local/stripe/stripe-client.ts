/** A running Stripe-shaped fake and the calls that its tests make, over real HTTP. */
import { onTestFinished } from 'vitest';
import { startStripe } from '#local/stripe/server.ts';

export const FORM = {
  amount: '54890',
  currency: 'try',
  confirm: 'true',
  capture_method: 'automatic',
  'payment_method_types[]': 'card',
  error_on_requires_action: 'true',
  payment_method: 'pm_card_visa',
  description: 'Order 1001',
  'metadata[merchant_reference]': 'tenant-1001-a1',
};

export async function stripe() {
  const running = await startStripe();
  onTestFinished(() => running.close());
  const call = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = { Authorization: 'Bearer sk_test', ...init.headers };
    const response = await fetch(running.url + path, { redirect: 'manual', ...init, method, headers });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape right where it reads it
    const json: any = text.startsWith('{') || text.startsWith('[') ? parsed(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };
  return {
    ...running,
    call,
    confirm: (key: string, more: Record<string, string> = {}, init: RequestInit = {}) =>
      call('POST', '/v1/payment_intents', {
        body: new URLSearchParams({ ...FORM, ...more }),
        ...init,
        headers: { 'Idempotency-Key': key, ...init.headers },
      }),
    search: (more: Record<string, string> = {}) =>
      call('GET', `/v1/payment_intents/search?${new URLSearchParams({ query: QUERY, ...more })}`),
    control: (control: object) => call('PUT', '/_control', { body: JSON.stringify(control) }),
    charged: async () => (await call('GET', '/_charges')).json,
  };
}

const QUERY = "metadata['merchant_reference']:'tenant-1001-a1'";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
