// How a deployment may say who calls it, and from which web pages: an issuer's tokens instead of signatures, and origins.

import { describe, expect, test } from 'vitest';
import { parseSettings } from '#core/settings/parse-settings.ts';

function problems(given: unknown): readonly string[] {
  const parsed = parseSettings(given);
  return parsed.kind === 'invalid' ? parsed.problems : [];
}

function valid(given: unknown) {
  const parsed = parseSettings(given);
  if (parsed.kind === 'invalid') throw new Error(parsed.problems.join(' '));
  return parsed.settings;
}

const JWT = { kind: 'jwt', issuer: 'https://login.example/', audience: ['payments'] } as const;

describe('auth', () => {
  test('is IAM unless something else is said', () => expect(valid({}).auth).toEqual({ kind: 'iam' }));

  test('may be IAM in so many words', () => expect(valid({ auth: { kind: 'iam' } }).auth).toEqual({ kind: 'iam' }));

  test('by tokens: the caller is their subject (RFC 7519, 4.1.2), unless another claim is named', () => {
    expect(valid({ auth: JWT }).auth).toEqual({ ...JWT, tenantClaim: 'sub' });
    const auth = { ...JWT, tenantClaim: 'custom:shop' };
    expect(valid({ auth }).auth).toEqual(auth);
  });

  test.each([
    'https://login.example',
    // Auth0's has the slash, Cognito's has none: it is compared with the token's, letter by letter.
    'https://login.example/',
    'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_EXAMPLE',
    'https://login.example:8443/realms/shop',
  ])('the issuer %s is kept as it is', (issuer) => {
    expect(valid({ auth: { ...JWT, issuer } }).auth).toMatchObject({ issuer });
  });

  test.each([
    ['in clear', 'http://login.example'],
    ['without a scheme', 'login.example'],
    ['without a host', 'https://'],
    ['with a query', 'https://login.example/?a=b'],
    ['with a fragment', 'https://login.example/#a'],
    ['with a user', 'https://user@login.example/'],
    ['with a blank', ' https://login.example'],
    ['that is a number', 1],
  ])('an issuer %s is refused', (_what, issuer) => {
    expect(problems({ auth: { ...JWT, issuer } })).toEqual([
      expect.stringMatching(/^The setting auth\.issuer \(.*\) must /),
    ]);
  });

  test.each<[unknown, string]>([
    ['jwt', 'The setting auth ("jwt") must be a JSON object.'],
    [null, 'The setting auth (null) must be a JSON object.'],
    [[], 'The setting auth.kind is missing.'],
    [{}, 'The setting auth.kind is missing.'],
    [{ kind: 'none' }, 'The setting auth.kind ("none") must be "iam" or "jwt".'],
    [{ kind: 'JWT' }, 'The setting auth.kind ("JWT") must be "iam" or "jwt".'],
    [{ kind: 'iam', issuer: 'https://a.example' }, 'There is no setting auth.issuer.'],
    [{ ...JWT, audiences: ['a'] }, 'There is no setting auth.audiences.'],
    [{ kind: 'jwt', audience: ['a'] }, 'The setting auth.issuer is missing.'],
    [{ kind: 'jwt', issuer: JWT.issuer }, 'The setting auth.audience is missing.'],
    [{ ...JWT, audience: 'a' }, 'The setting auth.audience ("a") must be a list.'],
    [{ ...JWT, audience: [] }, 'The setting auth.audience ([]) must name at least one audience.'],
    [{ ...JWT, audience: ['a', ''] }, 'The setting auth.audience.1 ("") must be a name without blanks.'],
    [{ ...JWT, tenantClaim: '' }, 'The setting auth.tenantClaim ("") must be a name without blanks.'],
    [{ ...JWT, tenantClaim: 7 }, 'The setting auth.tenantClaim (7) must be a name without blanks.'],
  ])('%j is refused', (auth, sentence) => expect(problems({ auth })).toEqual([sentence]));

  test('an authorizer takes 50 audiences (API Gateway)', () => {
    const audience = Array.from({ length: 50 }, (_, i) => `client-${i}`);
    expect(problems({ auth: { ...JWT, audience } })).toEqual([]);
    expect(problems({ auth: { ...JWT, audience: [...audience, 'more'] } })[0]).toMatch(/at most 50 audiences\.$/);
  });

  // RFC 7519, section 4.1, OpenID Connect Core, section 2, Cognito: they tell of a token or a sign-in. By `jti` each token
  // would be a tenant, and could pay an order again; by `token_use` all customers would be one.
  test.each(['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'auth_time', 'nonce', 'sid', 'azp', 'token_use', 'origin_jti'])(
    'the claim %s is nobody',
    (tenantClaim) => {
      expect(problems({ auth: { ...JWT, tenantClaim } })[0]).toMatch(
        /^The setting auth\.tenantClaim .* must name the caller/,
      );
    },
  );
});

describe('corsOrigins', () => {
  test('are none unless some are given', () => expect(valid({}).corsOrigins).toEqual([]));

  // As a browser writes its own (RFC 6454, section 6.2): lower case, the scheme's own port left out.
  test.each([
    'https://shop.example',
    'https://shop.example:8443',
    'https://xn--mnchen-3ya.example',
    'http://localhost',
    'http://localhost:5173',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])('%s is one', (origin) => {
    expect(valid({ corsOrigins: [origin] }).corsOrigins).toEqual([origin]);
  });

  test.each([
    ['every page', '*'],
    ['every page with a certificate', 'https://*'],
    ['every subdomain', 'https://*.shop.example'],
    ['a slash', 'https://shop.example/'],
    ['a path', 'https://shop.example/checkout'],
    ['a query', 'https://shop.example?a'],
    ['a user', 'https://user@shop.example'],
    ['a host alone', 'shop.example'],
    ['a page in clear', 'http://shop.example'],
    ['a host that only begins like this machine', 'http://localhost.shop.example'],
    ['upper case, which no browser sends', 'https://Shop.example'],
    ['letters, which no browser sends', 'https://münchen.example'],
    ['the scheme’s own port, which no browser sends', 'https://shop.example:443'],
    ['another scheme', 'capacitor://localhost'],
    ['the opaque origin', 'null'],
    ['nothing', ''],
    ['a number', 1],
  ])('%s is none', (_what, origin) => {
    expect(problems({ corsOrigins: ['https://shop.example', origin] })).toEqual([
      expect.stringMatching(/^The setting corsOrigins\.1 \(.*\) must be an origin such as "https:\/\/shop\.example"/),
    ]);
  });

  test.each(['https://shop.example', null, {}])('%j is no list', (corsOrigins) => {
    expect(problems({ corsOrigins })[0]).toMatch(/^The setting corsOrigins \(.*\) must be a list\.$/);
  });
});
