// One request as each kind of API hands it to a function: HTTP API (payload 2.0 and 1.0) and REST API.

import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';

const SIGNED = { accountId: '123456789012', userId: 'AROAEXAMPLE:alice' };
const AT_MS = 1_767_614_400_000;

type Otherwise = Partial<APIGatewayProxyEventV2> & { readonly authorizer?: object | null | undefined };

/** Payload 2.0. Signed, unless `authorizer` says something else, or undefined. */
export function gatewayEvent(otherwise: Otherwise = {}): APIGatewayProxyEventV2 {
  const { authorizer, ...over } = { authorizer: { iam: SIGNED }, ...otherwise };
  const requestContext = {
    accountId: '123456789012',
    apiId: 'api',
    authorizer,
    domainName: 'api.example',
    domainPrefix: 'api',
    http: { method: 'POST', path: '/orders', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
    requestId: 'request-1',
    routeKey: over.routeKey ?? 'POST /orders',
    stage: '$default',
    time: '05/Jan/2026:12:00:00 +0000',
    timeEpoch: AT_MS,
  };
  return {
    version: '2.0',
    routeKey: 'POST /orders',
    rawPath: '/orders',
    rawQueryString: '',
    headers: {},
    isBase64Encoded: false,
    ...over,
    requestContext,
  };
}

/** Of a request that is not signed; those that are have a user, by the same words as payload 2.0. */
const NOBODY = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  sourceIp: '192.0.2.1',
  user: null,
  userAgent: 'test',
  userArn: null,
};

type RestOtherwise = Partial<APIGatewayProxyEvent> & {
  readonly identity?: object;
  readonly authorizer?: object | null | undefined;
};

/** A REST API's. Nobody's, unless `identity` or `authorizer` says something else. */
export function restEvent(otherwise: RestOtherwise = {}): APIGatewayProxyEvent {
  const { identity, authorizer, ...over } = otherwise;
  const { httpMethod = 'POST', resource = '/orders' } = over;
  return {
    resource,
    path: '/orders',
    httpMethod,
    headers: {},
    multiValueHeaders: {},
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    ...over,
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      // The types know of no method without an authorizer.
      authorizer: authorizer as APIGatewayProxyEvent['requestContext']['authorizer'],
      httpMethod,
      identity: { ...NOBODY, ...identity },
      path: '/prod/orders',
      protocol: 'HTTP/1.1',
      requestId: 'request-1',
      requestTimeEpoch: AT_MS,
      resourceId: 'abc123',
      resourcePath: resource,
      stage: 'prod',
    },
  };
}

/** A request as a caller sent it, and what the authorizer found out about that caller. */
export interface Sent {
  readonly method?: string;
  readonly route?: string;
  /** Names may be repeated. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly iam?: { readonly accountId: string; readonly userId: string };
  readonly claims?: unknown;
}

function asHttpApi({ method = 'POST', route = '/orders', headers = [], iam, claims, ...rest }: Sent) {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const valuesOf = (wanted: string) => headers.filter(([name]) => name.toLowerCase() === wanted).map(([, v]) => v);
  const authorizer = iam !== undefined ? { iam } : claims !== undefined ? { jwt: { claims, scopes: null } } : undefined;
  return gatewayEvent({
    ...rest,
    routeKey: `${method} ${route}`,
    authorizer,
    headers: Object.fromEntries([...names].map((name) => [name, valuesOf(name).join(',')])),
  });
}

function asRestApi({ method = 'POST', route = '/orders', headers = [], iam, claims, ...rest }: Sent) {
  const names = new Set(headers.map(([name]) => name));
  const valuesOf = (wanted: string) => headers.filter(([name]) => name === wanted).map(([, value]) => value);
  return restEvent({
    ...rest,
    httpMethod: method,
    resource: route,
    // The last of the values, under the name as it was sent.
    headers: headers.length === 0 ? (null as never) : Object.fromEntries(headers),
    multiValueHeaders:
      headers.length === 0 ? (null as never) : Object.fromEntries([...names].map((name) => [name, valuesOf(name)])),
    identity: iam === undefined ? {} : { accountId: iam.accountId, user: iam.userId, caller: iam.userId },
    authorizer: claims === undefined ? undefined : { claims },
  });
}

export const SHAPES = [
  ['HTTP API, payload 2.0', asHttpApi],
  ['REST API', asRestApi],
  ['HTTP API, payload 1.0', (sent: Sent) => ({ ...asRestApi(sent), version: '1.0' })],
] as const;
