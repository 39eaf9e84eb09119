// Which adapter a deployment's provider is spoken to with.

import type { PaymentProvider } from '#core/ports/payment-provider.ts';
import type { ProviderSettings, Settings } from '#core/settings/settings.ts';
import { createHttpProvider } from './http/http-provider.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';
import type { SecretSource } from './wire/bearer.ts';

interface ProviderOptions {
  readonly settings: Pick<Settings, 'attemptTimeoutSeconds' | 'provider'>;
  readonly secret: SecretSource;
}

const CREATE: Readonly<Record<ProviderSettings['adapter'], (options: ProviderOptions) => PaymentProvider>> = {
  http: createHttpProvider,
  stripe: createStripeProvider,
};

export const createProvider = (options: ProviderOptions): PaymentProvider =>
  CREATE[options.settings.provider.adapter](options);
