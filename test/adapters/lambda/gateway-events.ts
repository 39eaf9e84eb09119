// An HTTP API event (payload 2.0) as the gateway sends it, with whatever a test wants otherwise.

import type { APIGatewayProxyEventV2 } from 'aws-lambda';

const SIGNED = { iam: { accountId: '123456789012', userId: 'AROAEXAMPLE:alice' } };

type Otherwise = Partial<APIGatewayProxyEventV2> & { readonly authorizer?: object | null | undefined };

/** Signed, unless `authorizer` says something else, or undefined. */
export function gatewayEvent(otherwise: Otherwise = {}): APIGatewayProxyEventV2 {
  const { authorizer, ...over } = { authorizer: SIGNED, ...otherwise };
  const requestContext = {
    accountId: '123456789012',
    apiId: 'api',
    authorizer,
    domainName: 'api.example',
    domainPrefix: 'api',
    http: { method: 'POST', path: '/orders', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
    requestId: 'request-1',
    routeKey: 'POST /orders',
    stage: '$default',
    time: '05/Jan/2026:12:00:00 +0000',
    timeEpoch: 1_767_614_400_000,
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
