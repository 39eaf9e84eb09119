// Which route a request takes, and how a result becomes a response.

import { describe, expect, it } from 'vitest';
import { toResponse } from '#local/gateway/response.ts';
import { matchRoute, type Route } from '#local/gateway/routes.ts';

const route = (key: string): Route => ({
  key,
  authorization: { kind: 'NONE' },
  timeoutMs: 1,
  invoke: async () => ({ kind: 'throttled' }),
});
const ROUTES = [
  '$default',
  'ANY /orders',
  'GET /orders/{orderId}',
  'POST /orders',
  'GET /orders/latest',
  'ANY /files/{path+}',
].map(route);

// "Routing API requests": full matches first, then variables, then greedy ones, $default last.
describe('the route taken', () => {
  it.each([
    ['POST', '/orders', 'POST /orders', {}],
    ['PUT', '/orders', 'ANY /orders', {}],
    ['GET', '/orders/1001', 'GET /orders/{orderId}', { orderId: '1001' }],
    ['GET', '/orders/a%20b%2Fc', 'GET /orders/{orderId}', { orderId: 'a b/c' }],
    ['GET', '/orders/latest', 'GET /orders/latest', {}],
    ['DELETE', '/files/a/b.txt', 'ANY /files/{path+}', { path: 'a/b.txt' }],
    ['POST', '/orders/1001', '$default', {}],
    ['GET', '/orders/1001/', '$default', {}],
  ])('%s %s -> %s', (method, path, key, pathParameters) => {
    const found = matchRoute(ROUTES, method, path);
    expect(found?.route.key).toBe(key);
    expect(found?.pathParameters).toEqual(pathParameters);
  });

  it('is none when nothing fits', () => {
    expect(matchRoute([route('GET /orders/{orderId}')], 'POST', '/orders/1')).toBeUndefined();
    expect(matchRoute([route('GET /a.b')], 'GET', '/axb')).toBeUndefined();
  });
});

// "Format 2.0" of the Lambda function response for HTTP APIs.
describe('the response', () => {
  const shown = (payload: Parameters<typeof toResponse>[0]) => {
    const { body, ...rest } = toResponse(payload);
    return { ...rest, body: body.toString() };
  };

  it('is mapped', () => {
    const payload = {
      statusCode: 201,
      headers: { Location: '/x', 'X-N': 1 },
      cookies: ['a=1'],
      body: 'aGk=',
      isBase64Encoded: true,
    };
    const headers = { location: '/x', 'x-n': '1', 'content-type': 'text/plain; charset=utf-8' };
    expect(shown(payload)).toEqual({ status: 201, headers, cookies: ['a=1'], body: 'hi' });
  });

  it('without a body has no content type', () => {
    expect(shown({ statusCode: 204 })).toEqual({ status: 204, headers: {}, cookies: [], body: '' });
  });

  it('without a status is the result itself', () => {
    expect(shown({ message: 'hi' })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"message":"hi"}',
    });
    expect(shown('hi')).toMatchObject({ status: 200, body: 'hi' });
  });

  it.each([
    [{ statusCode: 'ok' }],
    [{ statusCode: 200, body: { a: 1 } }],
    [{ statusCode: 200, headers: ['a'] }],
    [{ statusCode: 99 }],
  ])('that is malformed is 500: %j', (payload) => {
    expect(shown(payload)).toMatchObject({ status: 500, body: '{"message":"Internal Server Error"}' });
  });
});
