// What a test asks of a fake provider, and tells it to do.

import { read } from './http-call.ts';

/** One request as the provider logged it. */
export interface LoggedRequest {
  /** When it had arrived, ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly idempotencyKey: string | null;
  readonly bodySha256: string | null;
  readonly merchantReference: string | null;
  readonly answered: number | 'none';
  readonly replayed: boolean;
}

/** One charge whose money moved. */
export interface Charge {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly merchant_reference: string;
  readonly idempotencyKey: string;
}

export interface Control {
  readonly mode: string;
  readonly delaySeconds?: number;
  readonly status?: number;
  readonly retryAfter?: number | string;
  readonly times?: number;
  readonly lookup?: { readonly status?: number; readonly lagSeconds?: number; readonly pending?: boolean };
}

export interface ProviderClient {
  control(control: Control): Promise<unknown>;
  requests(): Promise<LoggedRequest[]>;
  charges(): Promise<Charge[]>;
}

export const providerClient = (url: string): ProviderClient => ({
  control: (control) => read(`${url}/_control`, { method: 'PUT', body: JSON.stringify(control) }),
  requests: () => read(`${url}/_requests`),
  charges: () => read(`${url}/_charges`),
});
