// What a deployment may set: names, units, defaults (design section 7).

/** What a provider promises, as data. Every duration in seconds. */
export interface ProviderContract {
  /** How long the provider remembers an idempotency key, from the first send. */
  readonly keyRetentionSeconds: number;
  /** From the last byte leaving us until the card is charged, at the most. */
  readonly maxProcessingSeconds: number;
  /** How long a charge may be missing from a lookup after it was made. */
  readonly lookupLagSeconds: number;
  /** false: the provider takes no idempotency key; nothing is re-sent after a send that may have arrived. */
  readonly supportsIdempotencyKeys: boolean;
  /** true: the first result under a key, a decline included, is what every later send of the key gets. */
  readonly replaysFirstResult: boolean;
  /** true: a charge that was answered with an error is kept under its key, so the key can be sent again. */
  readonly keepsChargesAnsweredWithErrors: boolean;
  /** Statuses, besides 429, by which the provider says that nothing was charged and nothing will be. */
  readonly refusalStatuses: readonly number[];
}

export interface ProviderSettings extends ProviderContract {
  readonly adapter: 'http' | 'stripe';
  /** Root of the provider's API, http or https, without a trailing slash. */
  readonly baseUrl: string;
}

/** Callers bring tokens of one issuer, which API Gateway checks. */
export interface JwtSettings {
  readonly kind: 'jwt';
  /** https; a token's `iss`, letter by letter. */
  readonly issuer: string;
  /** A token's `aud`, or its `client_id` if it has none, is one of them. */
  readonly audience: readonly string[];
  /** The claim that names the caller: whoever has the same value is the same tenant. */
  readonly tenantClaim: string;
}

/** How callers are known; `iam`: they sign their requests. */
export type AuthSettings = { readonly kind: 'iam' } | JwtSettings;

/** All settings of a deployment. Seconds, unless the name says otherwise. */
export interface Settings {
  /** `dev`: tables and secret may be deleted with the stack. Anything else keeps them. */
  readonly stage: string;
  readonly attemptTimeoutSeconds: number;
  /** Between the clocks of any two of our functions. */
  readonly clockSkewSeconds: number;
  /** Sends of one run; polls after a 409 are not counted. */
  readonly maxSends: number;
  readonly backoffBaseSeconds: number;
  readonly backoffCapSeconds: number;
  readonly retryAfterCapSeconds: number;
  /** From the start of a run until it sends no more. */
  readonly chargeDeadlineSeconds: number;
  /** How long a checkout waits for its attempt to end, at the most. */
  readonly syncWaitSeconds: number;
  readonly reconcileIntervalSeconds: number;
  /** From accept until the schedule first looks at an attempt. */
  readonly minAgeSeconds: number;
  /** Between two looks at one attempt, and between two not-found readings. */
  readonly recheckSeconds: number;
  /** From the last send until "not found" begins to prove something. */
  readonly abandonAfterSeconds: number;
  readonly idempotencyTtlHours: number;
  readonly keyMismatchStatus: 422 | 409;
  readonly auth: AuthSettings;
  /** Origins of the web pages that may call us; none: no page may. */
  readonly corsOrigins: readonly string[];
  /** Lambda reserved concurrency of `charge`; 0 = none reserved. */
  readonly chargeReservedConcurrency: number;
  readonly retryBudgetRatio: number;
  readonly retryBudgetWindowSeconds: number;
  readonly retryBudgetMinimum: number;
  readonly breakerFailureRatio: number;
  readonly breakerMinimumThroughput: number;
  readonly breakerWindowSeconds: number;
  readonly breakerCooldownSeconds: number;
  readonly breakerProbes: number;
  readonly provider: ProviderSettings;
}

/** `.example` is reserved (RFC 2606): a deployment that forgot its provider sends nothing to anybody. */
export const PLACEHOLDER_PROVIDER_URL = 'https://provider.example';

export const DEFAULT_SETTINGS: Settings = {
  stage: 'prod',
  attemptTimeoutSeconds: 3,
  clockSkewSeconds: 30,
  maxSends: 4,
  backoffBaseSeconds: 1,
  backoffCapSeconds: 30,
  retryAfterCapSeconds: 30,
  chargeDeadlineSeconds: 60,
  syncWaitSeconds: 10,
  reconcileIntervalSeconds: 60,
  minAgeSeconds: 120,
  recheckSeconds: 60,
  abandonAfterSeconds: 1800,
  idempotencyTtlHours: 48,
  keyMismatchStatus: 422,
  auth: { kind: 'iam' },
  corsOrigins: [],
  chargeReservedConcurrency: 50,
  retryBudgetRatio: 0.1,
  retryBudgetWindowSeconds: 60,
  retryBudgetMinimum: 10,
  breakerFailureRatio: 0.1,
  breakerMinimumThroughput: 100,
  breakerWindowSeconds: 30,
  breakerCooldownSeconds: 30,
  breakerProbes: 3,
  provider: {
    adapter: 'http',
    baseUrl: PLACEHOLDER_PROVIDER_URL,
    keyRetentionSeconds: 86_400,
    maxProcessingSeconds: 900,
    lookupLagSeconds: 0,
    supportsIdempotencyKeys: true,
    replaysFirstResult: true,
    keepsChargesAnsweredWithErrors: true,
    refusalStatuses: [503],
  },
};

/** Lambda timeout of `charge`: the attempt, and room for the claim before it and the close after it. */
export const chargeFunctionTimeoutSeconds = (settings: Pick<Settings, 'attemptTimeoutSeconds'>): number =>
  settings.attemptTimeoutSeconds + 4;
