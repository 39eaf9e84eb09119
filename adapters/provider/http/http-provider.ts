// The Bookstore provider over HTTP: how a charge and a lookup look on its wire.

import { serializeString } from 'structured-headers';
import { classifyFailure } from '#core/outcome/classify-failure.ts';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { ChargeSend, PaymentProvider } from '#core/ports/payment-provider.ts';
import type { Settings } from '#core/settings/settings.ts';
import { allPages, type Pages } from '../wire/all-pages.ts';
import { authorizedWire } from '../wire/authorized-wire.ts';
import type { SecretSource } from '../wire/bearer.ts';
import { lookupQuery } from './lookup.ts';
import { readPage } from './page.ts';

export interface HttpProviderOptions {
  readonly settings: Pick<Settings, 'attemptTimeoutSeconds' | 'provider'>;
  readonly secret: SecretSource;
  /** Lookup, connect and TLS of one connection. */
  readonly connectTimeoutMs?: number;
  /** All pages of one lookup, the secret's read included: less than the reconcile function's own timeout. */
  readonly lookupTimeoutMs?: number;
}

export function createHttpProvider(options: HttpProviderOptions): PaymentProvider {
  const { settings, secret, connectTimeoutMs = 1_000, lookupTimeoutMs = 7_000 } = options;
  const contract = settings.provider;
  const charges = new URL(`${contract.baseUrl}/v1/charges`);
  const wire = authorizedWire(secret, { attemptMs: settings.attemptTimeoutSeconds * 1_000, connectTimeoutMs });

  async function send({ providerKey, body, expected }: ChargeSend): Promise<SendOutcome> {
    const key = contract.supportsIdempotencyKeys ? { 'idempotency-key': serializeString(providerKey) } : {};
    const result = await wire.post(charges, { 'content-type': 'application/json', ...key }, body);
    if (result.kind === 'failed') return classifyFailure(result);
    const reply = {
      status: result.status,
      retryAfter: result.headers['retry-after'] ?? null,
      replayed: result.headers['idempotent-replayed'] === 'true',
      body: result.body,
    };
    return classifyReply(reply, expected, contract);
  }

  const pagesOf = (reference: string): Pages => ({
    get: (after, timeoutMs) => wire.get(new URL(`?${lookupQuery(reference, after)}`, charges), timeoutMs),
    read: readPage,
  });

  return {
    send,
    lookup: (reference) => allPages(pagesOf(reference), lookupTimeoutMs),
    dropCredentials: () => secret.drop(),
  };
}
