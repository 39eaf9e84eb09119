// Stripe over plain HTTP: how a charge and a lookup look on its wire. No SDK, since those re-send by themselves.

import { classifyFailure } from '#core/outcome/classify-failure.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { ChargeSend, PaymentProvider } from '#core/ports/payment-provider.ts';
import type { Settings } from '#core/settings/settings.ts';
import { allPages, type Pages } from '../wire/all-pages.ts';
import { authorizedWire } from '../wire/authorized-wire.ts';
import type { SecretSource } from '../wire/bearer.ts';
import { stripeAmount } from './amount.ts';
import { classifyStripeReply } from './classify.ts';
import { readSearchPage, searchQuery } from './search-page.ts';

export interface StripeProviderOptions {
  /** `provider.baseUrl`: https://api.stripe.com. */
  readonly settings: Pick<Settings, 'attemptTimeoutSeconds' | 'provider'>;
  readonly secret: SecretSource;
  /** Lookup, connect and TLS of one connection. */
  readonly connectTimeoutMs?: number;
  /** All pages of one lookup, the secret's read included: less than the reconcile function's 10 s. */
  readonly lookupTimeoutMs?: number;
}

/** Pinned: otherwise an upgrade of the account would change the replies under a running deployment. */
const STRIPE_VERSION = '2025-03-31.basil';

const SHOULD_RETRY: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Nothing left, and nothing ever could: as if Stripe had said its 400. */
const NOT_CHARGEABLE: SendOutcome = { kind: 'rejected', status: 400, code: 'amount_not_chargeable' };

export function createStripeProvider(options: StripeProviderOptions): PaymentProvider {
  const { settings, secret, connectTimeoutMs = 1_000, lookupTimeoutMs = 7_000 } = options;
  const contract = settings.provider;
  const intents = new URL(`${contract.baseUrl}/v1/payment_intents`);
  const search = new URL(`${contract.baseUrl}/v1/payment_intents/search`);
  const limits = { attemptMs: settings.attemptTimeoutSeconds * 1_000, connectTimeoutMs };
  const wire = authorizedWire(secret, limits, { 'stripe-version': STRIPE_VERSION });

  async function send({ providerKey, body, expected }: ChargeSend): Promise<SendOutcome> {
    // Before the wire: Stripe rounds in some places, and a rounded charge is another price.
    if (stripeAmount(expected.amountMinor, expected.currency) === null) return NOT_CHARGEABLE;

    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': providerKey };
    const result = await wire.post(intents, headers, body);
    if (result.kind === 'failed') return classifyFailure(result);
    const reply = {
      status: result.status,
      retryAfter: result.headers['retry-after'] ?? null,
      replayed: result.headers['idempotent-replayed'] === 'true',
      shouldRetry: SHOULD_RETRY.get(result.headers['stripe-should-retry']) ?? null,
      body: result.body,
    };
    return classifyStripeReply(reply, expected, contract);
  }

  const pagesOf = (reference: string): Pages => ({
    get: (after, timeoutMs) => wire.get(new URL(`?${searchQuery(reference, after)}`, search), timeoutMs),
    read: readSearchPage,
  });

  return {
    send,
    lookup: (reference) => allPages(pagesOf(reference), lookupTimeoutMs),
    dropCredentials: () => secret.drop(),
  };
}
