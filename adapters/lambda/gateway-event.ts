// An event of API Gateway, of either format, as a request; and an answer as a response that both kinds of API take.

import type { APIGatewayProxyResult, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Answer } from '#core/api/answer.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';
import type { AuthSettings } from '#core/settings/settings.ts';
import { headersOf } from './headers.ts';
import type { GatewayEvent } from './payload-format.ts';
import { principalOf } from './principal.ts';

export type GatewayResponse = APIGatewayProxyResult & APIGatewayProxyStructuredResultV2;

export function requestOf(event: GatewayEvent, auth: AuthSettings): HttpRequest {
  const principal = principalOf(event, auth);
  return {
    tenant: principal === null ? null : tenantIdOf(principal),
    headers: headersOf(event),
    pathParameters: event.pathParameters ?? {},
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

export function responseOf({ status, headers, body }: Answer): GatewayResponse {
  const type = typeof body.type === 'string' && status >= 400 ? 'application/problem+json' : 'application/json';
  return {
    statusCode: status,
    headers: { 'Content-Type': type, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(body),
    isBase64Encoded: false,
  };
}
