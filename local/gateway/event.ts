// What a function is told of an HTTP request: API Gateway's payload format 2.0.

import type { JsonObject } from '../json.ts';
import { ACCOUNT_ID } from '../template/names.ts';
import { authorizerContext } from './authorizers.ts';
import type { RouteMatch } from './routes.ts';

/** A request as it came in; `headers` as pairs, since a name may be repeated. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly sourceIp: string;
}

export interface RequestIdentity {
  readonly requestId: string;
  readonly at: Date;
}

/** Stands for the caller's signature or token, which only AWS can check; functions never see it. */
export const PRINCIPAL_HEADER = 'x-local-principal';
const API_ID = 'local';
const DEFAULT_STAGE = '$default';

export function toEvent(request: HttpRequest, { route, pathParameters }: RouteMatch, who: RequestIdentity): JsonObject {
  const [path = '/', query = ''] = splitOnce(request.target, '?');
  const { [PRINCIPAL_HEADER]: principal, cookie, ...headers } = joinedHeaders(request.headers);
  const base64 = request.body.length > 0 && !isText(headers['content-type']);
  const authorizer = authorizerContext(route.authorization, principal || 'local');
  const domainName = headers.host ?? 'localhost';
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split(/; */) }),
    headers,
    ...(query !== '' && { queryStringParameters: queryParameters(query) }),
    requestContext: {
      accountId: ACCOUNT_ID,
      apiId: API_ID,
      ...(authorizer && { authorizer }),
      domainName,
      domainPrefix: domainName.split(/[.:]/)[0] ?? '',
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: who.requestId,
      routeKey: route.key,
      stage: DEFAULT_STAGE,
      time: commonLogTime(who.at),
      timeEpoch: who.at.getTime(),
    },
    ...(request.body.length > 0 && { body: request.body.toString(base64 ? 'base64' : 'utf8') }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    isBase64Encoded: base64,
  };
}

function joinedHeaders(pairs: HttpRequest['headers']): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = joined[key];
    joined[key] = before === undefined ? value : `${before}${key === 'cookie' ? '; ' : ','}${value}`;
  }
  return joined;
}

function queryParameters(query: string): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters[name];
    parameters[name] = before === undefined ? value : `${before},${value}`;
  }
  return parameters;
}

/** Everything else arrives base64-encoded, `application/problem+json` and forms too. */
const TEXT = /^(text\/.*|application\/(json|javascript|xml))$/;
const isText = (contentType = 'text/plain'): boolean =>
  TEXT.test((contentType.split(';')[0] ?? '').trim().toLowerCase());

/** `12/Mar/2020:19:03:58 +0000` */
function commonLogTime(at: Date): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
