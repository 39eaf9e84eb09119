// Which settings may say who calls us, and from which web pages.

import * as v from 'valibot';
import type { AuthSettings } from './settings.ts';

/** API Gateway: audiences of one authorizer. */
const MOST_AUDIENCES = 50;

/**
 * They tell of a token or a sign-in, not of a bearer (RFC 7519, 4.1; OpenID Connect Core, 2; Cognito). By `jti` each sign-in
 * would be another tenant, with keys of its own; by `token_use` or `azp` all customers would be one.
 */
const OF_THE_TOKEN = [
  ...['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'],
  ...['auth_time', 'nonce', 'acr', 'amr', 'azp', 'at_hash', 'c_hash', 'sid'],
  ...['token_use', 'origin_jti', 'event_id', 'email_verified', 'phone_number_verified'],
];

const NAME = 'must be a name without blanks';
const name = v.pipe(v.string(NAME), v.regex(/^[!-~]+$/, NAME));

/** Kept as given: a token's `iss` must equal it letter by letter, a last slash included. */
const issuer = v.pipe(
  v.string('must be a URL'),
  v.url('must be a URL'),
  v.regex(/^https:\/\/[^\s/@?#]+(\/[^\s@?#]*)?$/, 'must begin with https:// and have no user name, query or fragment'),
);

const jwt = v.strictObject({
  kind: v.literal('jwt'),
  issuer,
  audience: v.pipe(
    v.array(name, 'must be a list'),
    v.minLength(1, 'must name at least one audience'),
    v.maxLength(MOST_AUDIENCES, `must name at most ${MOST_AUDIENCES} audiences`),
  ),
  tenantClaim: v.optional(
    v.pipe(
      name,
      v.check(
        (claim) => !OF_THE_TOKEN.includes(claim),
        `must name the caller, which none of ${OF_THE_TOKEN.join(', ')} does`,
      ),
    ),
    'sub',
  ),
});

export const authSchema: v.GenericSchema<unknown, AuthSettings> = v.variant(
  'kind',
  [v.strictObject({ kind: v.literal('iam') }), jwt],
  ({ path }) => (path ? 'must be "iam" or "jwt"' : 'must be a JSON object'),
);

/** As a browser writes it, for API Gateway compares text: lower case, ASCII, the scheme's own port left out. */
const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && ORIGIN.test(text) && !text.includes('*');

const ORIGIN = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$))/;
const AN_ORIGIN =
  'must be an origin such as "https://shop.example", as a browser sends it: no path, no wildcard, http for this machine only';

export const corsOriginsSchema = v.array(v.pipe(v.string(AN_ORIGIN), v.check(isOrigin, AN_ORIGIN)), 'must be a list');
