// Who and what is in every history, and how a caller's request looks to the function.

import type { HttpRequest } from '#core/api/http-request.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';
import { epochMs } from '#core/time/instant.ts';
import type { Call } from './plan.ts';

export const START = epochMs(Date.UTC(2026, 0, 5, 12));
export const TENANTS = ['111111111111:AROAONE', '222222222222:AROATWO'].map(tenantIdOf);
export const CARDS = ['tok_secret_visa', 'tok_secret_mastercard'];
export const ORDER = '1001';

export const requestOf = ({ tenant, key, card, wait }: Call): HttpRequest => ({
  tenant: TENANTS[tenant] ?? null,
  headers: {
    'content-type': 'application/json',
    'idempotency-key': `"${key}"`,
    ...(wait === null ? {} : { prefer: `wait=${wait}` }),
  },
  pathParameters: { orderId: ORDER },
  body: Buffer.from(JSON.stringify({ cardToken: CARDS[card] })),
});
