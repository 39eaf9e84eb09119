// What a browser gets to see of the HTTP API when the template names origins, over real HTTP (Fetch standard, API Gateway's guide).

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { corsOf } from '#local/gateway/cors.ts';
import { handle } from '#local/gateway/handle.ts';
import type { Route } from '#local/gateway/routes.ts';
import { type Gateway, startGateway } from '#local/gateway/server.ts';
import type { JsonObject } from '#local/json.ts';
import type { InvocationResult } from '#local/lambda/invocation.ts';
import { openTemplate } from '#local/template/template.ts';

const SHOP = 'https://shop.example';
const CONFIGURATION = {
  AllowOrigins: [SHOP, 'http://localhost:5173'],
  AllowMethods: ['GET', 'POST'],
  AllowHeaders: ['authorization', 'idempotency-key'],
  ExposeHeaders: ['location', 'retry-after'],
  MaxAge: 7_200,
};
const templateWith = (CorsConfiguration?: object) =>
  openTemplate({ Resources: { Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { CorsConfiguration } } } });

const heard: JsonObject[] = [];
const answering = (result: InvocationResult): Route['invoke'] => {
  return async (event) => {
    heard.push(event as JsonObject);
    return result;
  };
};
const route = (key: string, invoke: Route['invoke']): Route => ({
  key,
  authorization: { kind: 'AWS_IAM' },
  timeoutMs: 200,
  invoke,
});
const problem = {
  statusCode: 402,
  headers: { 'Content-Type': 'application/problem+json', 'Access-Control-Allow-Origin': '*', Vary: 'Accept' },
  body: '{}',
};
const ROUTES = [
  route('POST /orders', answering({ kind: 'answered', payload: { statusCode: 201, body: '{}' } })),
  route('GET /problem', answering({ kind: 'answered', payload: problem })),
  route('GET /broken', answering({ kind: 'failed', error: { errorType: 'E', errorMessage: '', trace: [] } })),
  route('GET /busy', answering({ kind: 'throttled' })),
  route('GET /late', () => new Promise(() => {})),
];

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(0, () => {});
});
afterAll(() => gateway.close());
beforeEach(() => {
  heard.length = 0;
  gateway.open([(request) => handle({ routes: ROUTES, cors: corsOf(templateWith(CONFIGURATION)) }, request)]);
});

const call = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { method, headers });
const corsHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));

describe('a preflight', () => {
  const asking = (origin: string) => ({ Origin: origin, 'Access-Control-Request-Method': 'POST' });

  it.each(['/orders', '/orders/1/checkout', '/nowhere'])(
    'of an allowed page is answered, and heard by nobody: %s',
    async (path) => {
      const response = await call('OPTIONS', path, asking(SHOP));
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(corsHeaders(response)).toEqual({
        'access-control-allow-origin': SHOP,
        'access-control-allow-methods': 'GET,POST',
        'access-control-allow-headers': 'authorization,idempotency-key',
        'access-control-max-age': '7200',
        vary: 'Origin',
      });
      expect(heard).toEqual([]);
    },
  );

  it('needs no caller: a browser sends none with it', async () => {
    const response = await call('OPTIONS', '/orders', asking('http://localhost:5173'));
    expect(corsHeaders(response)['access-control-allow-origin']).toBe('http://localhost:5173');
  });

  it.each([
    'https://evil.example',
    'http://shop.example',
    'https://shop.example.evil.example',
    'https://shop.example:8443',
    'null',
  ])('of %s is told nothing', async (origin) => {
    const response = await call('OPTIONS', '/orders', asking(origin));
    expect([response.status, corsHeaders(response)]).toEqual([204, { vary: 'Origin' }]);
    expect(heard).toEqual([]);
  });

  it('is one only with an origin and the method that it asks for', async () => {
    for (const headers of [{}, { Origin: SHOP }, { 'Access-Control-Request-Method': 'POST' }])
      expect((await call('OPTIONS', '/orders', headers)).status).toBe(404);
  });

  it('is left to a route that takes OPTIONS, where the template has one', async () => {
    const any = route('ANY /orders', answering({ kind: 'answered', payload: { statusCode: 200 } }));
    gateway.open([(request) => handle({ routes: [any], cors: corsOf(templateWith(CONFIGURATION)) }, request)]);
    expect((await call('OPTIONS', '/orders', asking(SHOP))).status).toBe(200);
    expect(heard).toHaveLength(1);
  });
});

describe('an answer', () => {
  const cases: [string, string, number][] = [
    ['POST', '/orders', 201],
    ['GET', '/problem', 402],
    ['GET', '/broken', 500],
    ['GET', '/busy', 503],
    ['GET', '/late', 503],
    ['GET', '/nowhere', 404],
  ];

  it.each(cases)('to %s %s (%d) may be read by an allowed page', async (method, path, status) => {
    const response = await call(method, path, { Origin: SHOP });
    expect(response.status).toBe(status);
    expect(corsHeaders(response)).toEqual({
      'access-control-allow-origin': SHOP,
      'access-control-expose-headers': 'location,retry-after',
      vary: path === '/problem' ? 'Accept, Origin' : 'Origin',
    });
  });

  it.each(cases)('to %s %s (%d) may be read by no other page', async (method, path, status) => {
    for (const headers of [{ Origin: 'https://evil.example' }, {}] as Record<string, string>[]) {
      const response = await call(method, path, headers);
      expect(response.status).toBe(status);
      expect(Object.keys(corsHeaders(response))).toEqual(['vary']);
    }
  });
});

it('a body that is too large is refused readably, too', async () => {
  const response = await fetch(`${gateway.url}/orders`, {
    method: 'POST',
    headers: { Origin: SHOP },
    body: new Uint8Array(10 * 1024 * 1024 + 1),
  });
  expect([response.status, corsHeaders(response)['access-control-allow-origin']]).toEqual([413, SHOP]);
});

it('a template without origins speaks of none', async () => {
  gateway.open([(request) => handle({ routes: ROUTES, cors: corsOf(templateWith()) }, request)]);
  const asked = { Origin: SHOP, 'Access-Control-Request-Method': 'POST' };
  const answers = [await call('OPTIONS', '/orders', asked), await call('POST', '/orders', { Origin: SHOP })];
  expect(answers.map((response) => [response.status, corsHeaders(response)])).toEqual([
    [404, {}],
    [201, {}],
  ]);
});
