// That a function is told of a request in API Gateway's own words.

import { describe, expect, it } from 'vitest';
import { type HttpRequest, toEvent } from '#local/gateway/event.ts';
import type { Route, RouteMatch } from '#local/gateway/routes.ts';

const AT = { requestId: 'id', at: new Date(1583348638390) };

function match(given: Partial<Route> = {}, pathParameters: Record<string, string> = {}): RouteMatch {
  const invoke = async () => ({ kind: 'throttled' }) as const;
  return {
    route: { key: '$default', authorization: { kind: 'NONE' }, timeoutMs: 30_000, invoke, ...given },
    pathParameters,
  };
}
const request = (given: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  target: '/',
  headers: [],
  body: Buffer.alloc(0),
  sourceIp: '192.0.2.1',
  ...given,
});

// The example of "Create AWS Lambda proxy integrations for HTTP APIs", payload format 2.0, less client certificate,
// stage variables and JWT, which this API does not have.
it('the event of the documented example', () => {
  const example = request({
    method: 'POST',
    target: '/my/path?parameter1=value1&parameter1=value2&parameter2=value',
    headers: [
      ['Host', 'id.execute-api.us-east-1.amazonaws.com'],
      ['Cookie', 'cookie1; cookie2'],
      ['Header1', 'value1'],
      ['Header2', 'value1'],
      ['header2', 'value2'],
      ['User-Agent', 'agent'],
    ],
    body: Buffer.from('Hello from Lambda'),
  });
  expect(toEvent(example, match({}, { parameter1: 'value1' }), AT)).toEqual({
    version: '2.0',
    routeKey: '$default',
    rawPath: '/my/path',
    rawQueryString: 'parameter1=value1&parameter1=value2&parameter2=value',
    cookies: ['cookie1', 'cookie2'],
    headers: {
      header1: 'value1',
      header2: 'value1,value2',
      host: 'id.execute-api.us-east-1.amazonaws.com',
      'user-agent': 'agent',
    },
    queryStringParameters: { parameter1: 'value1,value2', parameter2: 'value' },
    requestContext: {
      accountId: '123456789012',
      apiId: 'local',
      domainName: 'id.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'id',
      http: { method: 'POST', path: '/my/path', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'agent' },
      requestId: 'id',
      routeKey: '$default',
      stage: '$default',
      time: '04/Mar/2020:19:03:58 +0000',
      timeEpoch: 1583348638390,
    },
    body: 'Hello from Lambda',
    pathParameters: { parameter1: 'value1' },
    isBase64Encoded: false,
  });
});

describe('a body', () => {
  it.each([
    ['application/json', false],
    ['Application/JSON; charset=utf-8', false],
    ['text/csv', false],
    ['application/xml', false],
    ['application/problem+json', true],
    ['application/x-www-form-urlencoded', true],
    ['application/octet-stream', true],
  ])('of type %s is base64: %s', (type, isBase64Encoded) => {
    const body = Buffer.from('{"a":"ü"}');
    const event = toEvent(request({ method: 'POST', headers: [['Content-Type', type]], body }), match(), AT);
    expect(event.isBase64Encoded).toBe(isBase64Encoded);
    expect(Buffer.from(String(event.body), isBase64Encoded ? 'base64' : 'utf8')).toEqual(body);
  });

  it('that is empty is left out', () => {
    expect(toEvent(request(), match(), AT)).not.toHaveProperty('body');
  });
});

describe('who calls', () => {
  const iam = (headers: HttpRequest['headers'], kind: 'AWS_IAM' | 'NONE' = 'AWS_IAM') => {
    const event = toEvent(request({ headers }), match({ authorization: { kind } }), AT);
    return event as { headers: object; requestContext: { authorizer?: { iam: object } } };
  };

  it('is the principal of the local header, as an assumed role, on a route with IAM', () => {
    const { headers, requestContext } = iam([['X-Local-Principal', 'AROASHOP']]);
    expect(requestContext.authorizer?.iam).toMatchObject({
      accountId: '123456789012',
      userId: 'AROASHOP:local-session',
      callerId: 'AROASHOP:local-session',
      userArn: 'arn:aws:sts::123456789012:assumed-role/AROASHOP/local-session',
    });
    expect(headers).toEqual({});
  });

  it('is "local" without the header', () => {
    expect(iam([]).requestContext.authorizer?.iam).toMatchObject({ userId: 'local:local-session' });
  });

  it('is nobody on an open route, and the header is not shown there either', () => {
    const { headers, requestContext } = iam([['x-local-principal', 'a']], 'NONE');
    expect(requestContext).not.toHaveProperty('authorizer');
    expect(headers).toEqual({});
  });

  // Payload format 2.0: `requestContext.authorizer.jwt` holds claims and scopes.
  it.each([
    ['sub', { sub: 'user-1' }],
    ['custom:shop', { sub: 'user-1', 'custom:shop': 'user-1' }],
  ])('is the claim %s of a token, on a route with JWT', (claim, named) => {
    const authorization = { kind: 'JWT', issuer: 'https://login.example', audience: 'payments', claim } as const;
    const headers = [['X-Local-Principal', 'user-1']] as const;
    const event = toEvent(request({ headers }), match({ authorization }), AT);
    expect(event.headers).toEqual({});
    expect((event.requestContext as { authorizer: object }).authorizer).toEqual({
      jwt: { claims: { iss: 'https://login.example', aud: 'payments', ...named }, scopes: null },
    });
  });
});
