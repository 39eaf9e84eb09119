// Whose a request is: what the authorizer found, in the way that the deployment is set to, and nothing that a caller wrote.

import { describe, expect, test } from 'vitest';
import { requestOf } from '#adapters/lambda/gateway-event.ts';
import { principalOf } from '#adapters/lambda/principal.ts';
import type { AuthSettings, JwtSettings } from '#core/settings/settings.ts';
import { gatewayEvent, restEvent, SHAPES } from './gateway-events.ts';

const IAM: AuthSettings = { kind: 'iam' };
const ISSUER = 'https://login.example/';
const JWT: JwtSettings = { kind: 'jwt', issuer: ISSUER, audience: ['payments'], tenantClaim: 'sub' };
const CLAIMS = { iss: ISSUER, aud: 'payments', sub: 'user-1', 'custom:shop': 'shop-1', exp: '1767618000' };

describe.each(SHAPES)('%s, signed requests', (_shape, event) => {
  // AWS: `aws:userid` is a user's unique id, or a role's with the name of the session after a colon.
  test.each([
    ['a role: without the name that the caller gave its session', 'AROAEXAMPLE:alice', 'AROAEXAMPLE'],
    ['another session of the role: the same', 'AROAEXAMPLE:bob', 'AROAEXAMPLE'],
    ['a session name with colons', 'AROAEXAMPLE:a:b:c', 'AROAEXAMPLE'],
    ['a user', 'AIDAEXAMPLE', 'AIDAEXAMPLE'],
  ])('%s', (_who, userId, uniqueId) => {
    const iam = { accountId: '123456789012', userId };
    expect(principalOf(event({ iam }), IAM)).toBe(`123456789012:${uniqueId}`);
  });

  // AWS, GetFederationToken: a federated user's id is the account and a name that the caller chose; the root user's is the account.
  test.each(['123456789012', '123456789012:alice'])('nobody: the root user, and whom it federates (%s)', (userId) => {
    expect(principalOf(event({ iam: { accountId: '123456789012', userId } }), IAM)).toBeNull();
  });

  test('the same id in another account is somebody else', () => {
    const [one, other] = ['111111111111', '222222222222'].map((accountId) =>
      principalOf(event({ iam: { accountId, userId: 'AROAEXAMPLE:alice' } }), IAM),
    );
    expect(one).not.toBe(other);
  });

  test('a token is nobody where requests are signed, whatever it claims', () => {
    const claims = { ...CLAIMS, accountId: '123456789012', userId: 'AROAEXAMPLE', user: 'AROAEXAMPLE' };
    expect(principalOf(event({ claims }), IAM)).toBeNull();
  });
});

describe.each(SHAPES)('%s, tokens', (_shape, event) => {
  test('the caller is the claim that the deployment names', () => {
    expect(principalOf(event({ claims: CLAIMS }), JWT)).toBe(JSON.stringify([ISSUER, 'sub', 'user-1']));
    const byShop = { ...JWT, tenantClaim: 'custom:shop' };
    expect(principalOf(event({ claims: CLAIMS }), byShop)).toBe(JSON.stringify([ISSUER, 'custom:shop', 'shop-1']));
  });

  test('the same subject of another issuer is somebody else', () => {
    const other = 'https://other.example';
    const [one, two] = [ISSUER, other].map((issuer) =>
      principalOf(event({ claims: { ...CLAIMS, iss: issuer } }), { ...JWT, issuer }),
    );
    expect(one).not.toBeNull();
    expect(one).not.toBe(two);
  });

  test.each<[string, unknown]>([
    ['without the claim', { iss: ISSUER }],
    ['with an empty one', { ...CLAIMS, sub: '' }],
    ['with a blank one', { ...CLAIMS, sub: ' \t' }],
    ['with a list', { ...CLAIMS, sub: ['user-1'] }],
    // HTTP APIs make text of what is no text.
    ['with a list as text', { ...CLAIMS, sub: '[user-1 user-2]' }],
    ['with an object', { ...CLAIMS, sub: { id: 'user-1' } }],
    ['with an object as text', { ...CLAIMS, sub: 'map[id:user-1]' }],
    ['with nothing, as text', { ...CLAIMS, sub: '<nil>' }],
    ['with null, as text', { ...CLAIMS, sub: 'null' }],
    ['with an object as JSON', { ...CLAIMS, sub: '{"id":"user-1"}' }],
    ['with null', { ...CLAIMS, sub: null }],
    ['with a number', { ...CLAIMS, sub: 1 }],
    ['of another issuer', { ...CLAIMS, iss: 'https://other.example' }],
    ['of an issuer that is not named', { sub: 'user-1' }],
    ['whose issuer differs by a slash', { ...CLAIMS, iss: 'https://login.example' }],
    ['without claims', null],
    ['whose claims are text', 'sub=user-1'],
    ['that was not checked', undefined],
  ])('nobody: one %s', (_why, claims) => {
    expect(principalOf(event({ claims }), JWT)).toBeNull();
    expect(requestOf(event({ claims }), JWT).tenant).toBeNull();
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('no claim is inherited: %s', (tenantClaim) => {
    expect(principalOf(event({ claims: { iss: ISSUER } }), { ...JWT, tenantClaim })).toBeNull();
  });

  test('a signature is nobody where tokens are asked for', () => {
    const iam = { accountId: '123456789012', userId: 'AROAEXAMPLE:alice' };
    expect(principalOf(event({ iam }), JWT)).toBeNull();
  });
});

describe.each(SHAPES)('%s: nothing that a caller writes', (_shape, event) => {
  const written = {
    headers: [
      ['X-Local-Principal', '123456789012:AROAEXAMPLE'],
      ['Authorization', 'Bearer e30.eyJzdWIiOiJ1c2VyLTEifQ.'],
      ['X-Amzn-Oidc-Identity', 'user-1'],
    ],
    body: JSON.stringify({
      requestContext: { authorizer: { iam: {}, claims: CLAIMS } },
      tenant: 'AAAAAAAAAA',
      ...CLAIMS,
    }),
  } as const;

  test.each([IAM, JWT])('makes a caller for $kind', (auth) => {
    expect(requestOf(event(written), auth).tenant).toBeNull();
  });
});

describe('one caller is one tenant', () => {
  test.each<[AuthSettings, object]>([
    [IAM, { iam: { accountId: '123456789012', userId: 'AROAEXAMPLE:alice' } }],
    [JWT, { claims: CLAIMS }],
  ])('through every kind of API: %o', (auth, sent) => {
    const tenants = SHAPES.map(([, event]) => requestOf(event(sent), auth).tenant);
    expect(tenants[0]).toMatch(/^[A-Z2-7]{10}$/);
    expect(new Set(tenants).size).toBe(1);
  });

  test('a token that claims an IAM principal’s very text is not that principal', () => {
    const claims = { ...CLAIMS, sub: '123456789012:AROAEXAMPLE' };
    const iam = { accountId: '123456789012', userId: 'AROAEXAMPLE' };
    for (const [, event] of SHAPES)
      expect(requestOf(event({ claims }), JWT).tenant).not.toBe(requestOf(event({ iam }), IAM).tenant);
  });
});

describe('nobody', () => {
  const iam = (over: object) => ({ iam: { accountId: '123456789012', userId: 'AROAEXAMPLE:alice', ...over } });

  test.each<[string, object | null | undefined]>([
    ['no authorizer', undefined],
    ['an authorizer of null', null],
    ['no IAM identity', { iam: null }],
    ['no account', iam({ accountId: null })],
    ['no user', iam({ userId: null })],
    ['a user without an id', iam({ userId: ':alice' })],
    ['a Lambda authorizer', { lambda: { accountId: '123456789012', userId: 'AROAEXAMPLE', claims: CLAIMS } }],
    ['no token', { jwt: null }],
  ])('payload 2.0: %s', (_why, authorizer) => {
    for (const auth of [IAM, JWT]) expect(requestOf(gatewayEvent({ authorizer }), auth).tenant).toBe(null);
  });

  test.each<[string, object]>([
    ['an API key', { identity: { apiKey: 'key', apiKeyId: 'key-1' } }],
    ['no account', { identity: { user: 'AROAEXAMPLE:alice' } }],
    ['no user', { identity: { accountId: '123456789012', userArn: 'arn:aws:iam::123456789012:user/alice' } }],
    ['a user without an id', { identity: { accountId: '123456789012', user: ':alice' } }],
    ['a Lambda authorizer', { authorizer: { principalId: 'alice', user: 'AROAEXAMPLE', claims: '{"sub":"user-1"}' } }],
    ['an authorizer of another payload', { authorizer: { jwt: { claims: CLAIMS }, ...iam({}) } }],
  ])('REST API: %s', (_why, over) => {
    for (const auth of [IAM, JWT]) expect(requestOf(restEvent(over), auth).tenant).toBe(null);
  });
});
