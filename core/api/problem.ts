// Our problem types (RFC 9457): one slug, one status, one title; the detail says what was wrong and what to do.

export const PROBLEMS = {
  'key-missing': { status: 400, title: 'The Idempotency-Key header is missing' },
  'key-invalid': { status: 400, title: 'The Idempotency-Key header cannot be used' },
  'body-invalid': { status: 400, title: 'The request body is not valid' },
  unauthenticated: { status: 401, title: 'The caller is not known' },
  declined: { status: 402, title: 'The payment was declined' },
  'order-not-found': { status: 404, title: 'There is no such order' },
  'order-exists': { status: 409, title: 'The order exists with another amount' },
  'other-payment-open': { status: 409, title: 'A payment with another card is open' },
  'body-too-large': { status: 413, title: 'The request body is too large' },
  'media-type-unsupported': { status: 415, title: 'The request body must be application/json' },
  'key-reused': { status: 422, title: 'The Idempotency-Key was used for another request' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  'provider-rejected': { status: 502, title: 'The payment provider rejected the request' },
  'provider-unavailable': { status: 503, title: 'The payment provider is not available' },
} as const;

export type ProblemSlug = keyof typeof PROBLEMS;

/**
 * Where the key policy is published, a path in our documentation: an extension member (RFC 9457, 3.2). No `Link` header:
 * its target would be resolved against the API's own host, which serves no documents, and a browser shows it to a script
 * only if CORS exposes it; the body reaches everybody, logs and error reports too.
 */
export const KEY_POLICY = 'docs/clients.md#the-key-policy';

const ABOUT_THE_KEY: ReadonlySet<ProblemSlug> = new Set(['key-missing', 'key-invalid', 'key-reused']);

/** A problem document: `type` is `urn:paid-once:<slug>`. */
export interface Problem {
  readonly type: `urn:paid-once:${ProblemSlug}`;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly policy?: typeof KEY_POLICY;
  readonly [extension: string]: unknown;
}

export const problem = (
  slug: ProblemSlug,
  detail?: string,
  extensions: Readonly<Record<string, unknown>> = {},
  status: number = PROBLEMS[slug].status,
): Problem => ({
  type: `urn:paid-once:${slug}`,
  title: PROBLEMS[slug].title,
  status,
  ...(detail === undefined ? {} : { detail }),
  ...(ABOUT_THE_KEY.has(slug) ? { policy: KEY_POLICY } : {}),
  ...extensions,
});
