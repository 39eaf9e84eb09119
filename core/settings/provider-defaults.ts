// What each provider promises by itself: laid over the defaults, under what a deployment gives.

import type { ProviderSettings } from './settings.ts';

export const PROVIDER_DEFAULTS: Readonly<Record<ProviderSettings['adapter'], Partial<ProviderSettings>>> = {
  http: {},
  /** From docs.stripe.com as read in 2026. How long a confirmation may take is unpublished, so that default stays. */
  stripe: {
    baseUrl: 'https://api.stripe.com',
    // api/idempotent_requests: keys may go once they are 24 hours old; after that the same key is a new charge.
    keyRetentionSeconds: 86_400,
    // search, "Data freshness": under a minute in normal operation, longer during an outage (decision 10).
    lookupLagSeconds: 60,
    supportsIdempotencyKeys: true,
    // api/idempotent_requests: the first result, whatever it was, 500s included.
    replaysFirstResult: true,
    keepsChargesAnsweredWithErrors: true,
    // error-low-level: every 5xx is indeterminate.
    refusalStatuses: [],
  },
};
