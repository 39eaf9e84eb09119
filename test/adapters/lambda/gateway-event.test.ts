// How an event of API Gateway becomes a request, and how an answer becomes the gateway's response.

import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { requestOf, responseOf } from '#adapters/lambda/gateway-event.ts';
import { answer, refuse } from '#core/api/answer.ts';
import { parseIdempotencyKey } from '#core/api/idempotency-key.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';
import type { AuthSettings } from '#core/settings/settings.ts';
import { gatewayEvent, restEvent, SHAPES } from './gateway-events.ts';

const IAM: AuthSettings = { kind: 'iam' };

describe.each(SHAPES)('%s: the request', (_shape, event) => {
  test('has the tenant of its principal, and what the gateway says', () => {
    const request = requestOf(
      event({
        iam: { accountId: '123456789012', userId: 'AROAEXAMPLE:alice' },
        headers: [['Content-Type', 'application/json']],
        pathParameters: { orderId: '1001' },
      }),
      IAM,
    );
    expect(request).toMatchObject({
      tenant: tenantIdOf('123456789012:AROAEXAMPLE'),
      headers: { 'content-type': 'application/json' },
      pathParameters: { orderId: '1001' },
    });
  });

  // RFC 9110, section 5.1: names have no case. 5.2: fields of one name are one, joined by a comma.
  test('has its header names in lower case, however they came', () => {
    const headers = [
      ['Idempotency-Key', '"a"'],
      ['CONTENT-TYPE', 'application/json'],
      ['prefer', 'wait=1'],
    ] as const;
    expect(requestOf(event({ headers }), IAM).headers).toEqual({
      'idempotency-key': '"a"',
      'content-type': 'application/json',
      prefer: 'wait=1',
    });
  });

  test.each([
    ['under one name', 'Idempotency-Key', 'Idempotency-Key'],
    ['under two spellings of it', 'Idempotency-Key', 'idempotency-key'],
  ])('that has two keys, %s, is seen to have two', (_how, one, other) => {
    for (const [first, second] of [
      ['a', 'b'],
      ['"a"', '"b"'],
      ['a', 'a'],
    ] as const) {
      const twice = [
        [one, first],
        [other, second],
      ] as const;
      const { headers } = requestOf(event({ headers: twice }), IAM);
      expect(headers['idempotency-key']).toBe(`${first},${second}`);
      expect(parseIdempotencyKey(headers['idempotency-key']).kind).toBe('invalid');
    }
  });

  test.each([
    ['plain', { body: '{"name":"Zoë 💳"}', isBase64Encoded: false }],
    ['base64', { body: Buffer.from('{"name":"Zoë 💳"}').toString('base64'), isBase64Encoded: true }],
  ])('has the body’s bytes: %s', (_how, sent) => {
    expect(Buffer.from(requestOf(event(sent), IAM).body).toString('utf8')).toBe('{"name":"Zoë 💳"}');
  });

  test('keeps bytes that are no text', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe]);
    const sent = { body: bytes.toString('base64'), isBase64Encoded: true };
    expect(Buffer.from(requestOf(event(sent), IAM).body).equals(bytes)).toBe(true);
  });

  test('of nothing is empty', () => {
    const request = requestOf(event({}), IAM);
    expect(request).toMatchObject({ headers: {}, pathParameters: {} });
    expect(request.body).toHaveLength(0);
  });

  // The types promise more than gateways, proxies and tests in a console send.
  test.each([null, undefined])('of %j everywhere is empty too', (nothing) => {
    const empty = { headers: nothing, multiValueHeaders: nothing, pathParameters: nothing, body: nothing };
    const request = requestOf({ ...event({}), ...empty } as unknown as APIGatewayProxyEventV2, IAM);
    expect(request).toMatchObject({ tenant: null, headers: {}, pathParameters: {} });
    expect(request.body).toHaveLength(0);
  });
});

describe('the headers of a REST API', () => {
  const headersOf = (over: object) => requestOf(restEvent(over as Partial<APIGatewayProxyEvent>), IAM).headers;

  test('are taken from either list, whichever is there', () => {
    const headers = { 'Idempotency-Key': 'a' };
    const multiValueHeaders = { 'Idempotency-Key': ['a'] };
    for (const over of [{ headers }, { headers, multiValueHeaders: null }, { headers: null, multiValueHeaders }])
      expect(headersOf(over)).toEqual({ 'idempotency-key': 'a' });
  });

  test('are counted once when they are in both lists, in whatever case', () => {
    const headers = { 'idempotency-key': 'b', Prefer: 'wait=1' };
    const multiValueHeaders = { 'Idempotency-Key': ['a', 'b'] };
    expect(headersOf({ headers, multiValueHeaders })).toEqual({ 'idempotency-key': 'a,b', prefer: 'wait=1' });
  });

  test('without a value are none', () => {
    const headers = { prefer: undefined, accept: null };
    const multiValueHeaders = { 'content-type': null, origin: [] };
    expect(headersOf({ headers, multiValueHeaders })).toEqual({});
  });
});

test('an HTTP API’s headers that a proxy spelt in two ways are joined too', () => {
  const event = gatewayEvent({ headers: { 'Idempotency-Key': 'a', 'idempotency-key': 'b' } });
  expect(requestOf(event, IAM).headers).toEqual({ 'idempotency-key': 'a,b' });
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

  // A REST API answers 502 to anything but these members, with text as body and headers of text or numbers.
  test('carries the answer’s headers and JSON, is kept by no cache, and has what both kinds of API ask for', () => {
    const response = responseOf(answer(201, { orderId: '1001' }, { Location: '/orders/1001' }));
    expect(response).toEqual({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Location: '/orders/1001' },
      body: '{"orderId":"1001"}',
      isBase64Encoded: false,
    });
  });
});
