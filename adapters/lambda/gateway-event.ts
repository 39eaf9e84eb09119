// An API Gateway HTTP API event (payload 2.0) as a request, and an answer as the gateway's response.

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Answer } from '#core/api/answer.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';

interface Authorizer {
  readonly iam?: { readonly accountId?: string | null; readonly userId?: string | null } | null;
}

/** account + the role's or user's unique id; what follows the colon is a session name that the caller chose. */
export function principalOf(event: APIGatewayProxyEventV2): string | null {
  const { iam } = (event.requestContext as { authorizer?: Authorizer | null }).authorizer ?? {};
  const uniqueId = iam?.userId?.split(':')[0];
  return iam?.accountId && uniqueId ? `${iam.accountId}:${uniqueId}` : null;
}

export function requestOf(event: APIGatewayProxyEventV2): HttpRequest {
  const principal = principalOf(event);
  return {
    tenant: principal === null ? null : tenantIdOf(principal),
    headers: event.headers ?? {},
    pathParameters: event.pathParameters ?? {},
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

export function responseOf({ status, headers, body }: Answer): APIGatewayProxyStructuredResultV2 {
  const type = typeof body.type === 'string' && status >= 400 ? 'application/problem+json' : 'application/json';
  return {
    statusCode: status,
    headers: { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}
