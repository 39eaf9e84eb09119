/** A running fake provider and the calls that its tests make, over real HTTP. */
import { onTestFinished, vi } from 'vitest';
import { startProvider } from '#local/provider/server.ts';

export interface Seen {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape right where it reads it
  json: any;
}

export const CHARGE = {
  amount: 54_890,
  currency: 'TRY',
  source: 'tok_visa',
  description: 'order 1001',
  merchant_reference: 'tenant-1001-a1',
};

export async function provider() {
  const running = await startProvider();
  onTestFinished(() => running.close());
  return { ...running, ...callsTo(running.url) };
}

export function callsTo(url: string) {
  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Seen> => {
    const response = await fetch(url + path, { ...init, method });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  /** `key` is the raw header value; null leaves the header out. */
  const charge = (key: string | null, body: unknown = CHARGE, signal: AbortSignal | null = null) =>
    call('POST', '/v1/charges', {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { Authorization: 'Bearer sk_test', ...(key === null ? {} : { 'Idempotency-Key': key }) },
      redirect: 'manual',
      signal,
    });
  const lookup = (query: Record<string, string> = {}) =>
    call('GET', `/v1/charges?${new URLSearchParams({ merchant_reference: CHARGE.merchant_reference, ...query })}`);
  return {
    call,
    charge,
    lookup,
    control: (control: unknown) => call('PUT', '/_control', { body: JSON.stringify(control) }),
    forget: () => call('DELETE', '/_state'),
    requests: async () => (await call('GET', '/_requests')).json,
    charged: async () => (await call('GET', '/_charges')).json,
  };
}

export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
