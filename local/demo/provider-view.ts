// What the fake provider saw and did, and how it is told to misbehave.

import { call } from './api.ts';

export interface SeenRequest {
  readonly at: string;
  readonly method: string;
  readonly idempotencyKey: string | null;
  readonly bodySha256: string | null;
  readonly merchantReference: string | null;
  readonly answered: number | 'none';
  readonly replayed: boolean;
}

export interface SeenCharge {
  readonly id: string;
  readonly merchant_reference: string;
}

export interface ProviderView {
  behave(control: Readonly<Record<string, unknown>>): Promise<void>;
  requests(): Promise<readonly SeenRequest[]>;
  charges(): Promise<readonly SeenCharge[]>;
}

export const createProviderView = (provider: string): ProviderView => ({
  behave: async (control) => {
    const { status, body } = await call(`${provider}/_control`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(control),
    });
    if (status !== 200) throw new Error(`the provider refused ${JSON.stringify(control)}: ${JSON.stringify(body)}`);
  },
  requests: async () => (await call(`${provider}/_requests`)).body as unknown as SeenRequest[],
  charges: async () => (await call(`${provider}/_charges`)).body as unknown as SeenCharge[],
});

/** Sends and charges of one order: its id stands in the reference. */
export const ofOrder = (orderId: string) => (reference: string | null) => reference?.includes(`-${orderId}-`) ?? false;
