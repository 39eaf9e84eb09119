// How an HTTP API event becomes a request, whose request it is, and how an answer becomes the gateway's response.

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { principalOf, requestOf, responseOf } from '#adapters/lambda/gateway-event.ts';
import { answer, refuse } from '#core/api/answer.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';
import { gatewayEvent } from './gateway-events.ts';

const iam = (over: object) => ({
  iam: {
    accessKey: 'ASIAEXAMPLE',
    accountId: '123456789012',
    callerId: 'AROAEXAMPLE:alice',
    cognitoIdentity: null,
    principalOrgId: null,
    userArn: 'arn:aws:sts::123456789012:assumed-role/Shop/alice',
    userId: 'AROAEXAMPLE:alice',
    ...over,
  },
});

describe('the principal', () => {
  test.each([
    ['a role: without the name that the caller gave its session', 'AROAEXAMPLE:alice', 'AROAEXAMPLE'],
    ['another session of the role: the same', 'AROAEXAMPLE:bob', 'AROAEXAMPLE'],
    ['a session name with colons', 'AROAEXAMPLE:a:b:c', 'AROAEXAMPLE'],
    ['a user', 'AIDAEXAMPLE', 'AIDAEXAMPLE'],
  ])('%s', (_who, userId, uniqueId) => {
    expect(principalOf(gatewayEvent({ authorizer: iam({ userId }) }))).toBe(`123456789012:${uniqueId}`);
  });

  test('the same id in another account is somebody else', () => {
    const [one, other] = ['111111111111', '222222222222'].map((accountId) =>
      principalOf(gatewayEvent({ authorizer: iam({ accountId }) })),
    );
    expect(one).not.toBe(other);
  });

  test.each<[string, object | null | undefined]>([
    ['no authorizer', undefined],
    ['an authorizer of null', null],
    ['another authorizer', { jwt: { claims: { sub: 'AROAEXAMPLE' } } }],
    ['no IAM identity', { iam: null }],
    ['no account', iam({ accountId: null })],
    ['no user', iam({ userId: null })],
    ['a user without an id', iam({ userId: ':alice' })],
  ])('nobody: %s', (_why, authorizer) => {
    const event = gatewayEvent({ authorizer });
    expect(principalOf(event)).toBeNull();
    expect(requestOf(event).tenant).toBeNull();
  });

  test('comes from the authorizer, never from a header', () => {
    const headers = { 'x-local-principal': '123456789012:AROAEXAMPLE', authorization: 'AROAEXAMPLE' };
    expect(requestOf(gatewayEvent({ authorizer: undefined, headers })).tenant).toBeNull();
  });
});

describe('the request', () => {
  test('has the tenant of its principal, and what the gateway says', () => {
    const request = requestOf(
      gatewayEvent({ headers: { 'content-type': 'application/json' }, pathParameters: { orderId: '1001' } }),
    );
    expect(request).toMatchObject({
      tenant: tenantIdOf('123456789012:AROAEXAMPLE'),
      headers: { 'content-type': 'application/json' },
      pathParameters: { orderId: '1001' },
    });
  });

  test.each<[string, Partial<APIGatewayProxyEventV2>]>([
    ['plain', { body: '{"name":"Zoë 💳"}', isBase64Encoded: false }],
    ['base64', { body: Buffer.from('{"name":"Zoë 💳"}').toString('base64'), isBase64Encoded: true }],
  ])('has the body’s bytes: %s', (_how, event) => {
    expect(Buffer.from(requestOf(gatewayEvent(event)).body).toString('utf8')).toBe('{"name":"Zoë 💳"}');
  });

  test('keeps bytes that are no text', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    const event = gatewayEvent({ body: bytes.toString('base64'), isBase64Encoded: true });
    expect(Buffer.from(requestOf(event).body).equals(bytes)).toBe(true);
  });

  test('of nothing is empty', () => {
    // The types promise more than some gateways and proxies send.
    const event = { ...gatewayEvent({}), headers: null, pathParameters: null, body: null };
    expect(requestOf(event as unknown as APIGatewayProxyEventV2)).toMatchObject({ headers: {}, pathParameters: {} });
    expect(requestOf(event as unknown as APIGatewayProxyEventV2).body).toHaveLength(0);
  });
});

describe('the response', () => {
  test.each([
    ['a result', answer(200, { orderId: '1001' }), 'application/json'],
    ['a pending one', answer(202, { orderId: '1001' }), 'application/json'],
    ['a result with a member of that name', answer(200, { type: 'order' }), 'application/json'],
    ['a problem', refuse('order-not-found'), 'application/problem+json'],
    ['a problem of ours', refuse('internal'), 'application/problem+json'],
  ])('%s', (_what, given, type) => {
    expect(responseOf(given)).toMatchObject({ statusCode: given.status, headers: { 'Content-Type': type } });
  });

  test('carries the answer’s headers and JSON, and is kept by no cache', () => {
    const response = responseOf(answer(201, { orderId: '1001' }, { Location: '/orders/1001' }));
    expect(response).toEqual({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Location: '/orders/1001' },
      body: '{"orderId":"1001"}',
    });
  });
});
