// What the HTTP API answers to one request: route, event, function, response.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { InvocationResult } from '../lambda/invocation.ts';
import { type HttpRequest, toEvent } from './event.ts';
import { readBody } from './request-body.ts';
import { gatewayMessage, type HttpResponse, INTERNAL_SERVER_ERROR, toResponse } from './response.ts';
import { matchRoute, type Route } from './routes.ts';

const SERVICE_UNAVAILABLE = gatewayMessage(503, 'Service Unavailable');

export async function handle(routes: readonly Route[], incoming: IncomingMessage): Promise<HttpResponse> {
  const target = incoming.url ?? '/';
  const method = incoming.method ?? 'GET';
  const body = await readBody(incoming);
  if (body === undefined) return gatewayMessage(413, 'Request Entity Too Large');
  const match = matchRoute(routes, method, target.split('?')[0] ?? '/');
  if (match === undefined) return gatewayMessage(404, 'Not Found');
  const request: HttpRequest = {
    method,
    target,
    headers: pairs(incoming.rawHeaders),
    body,
    sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
  };
  const event = toEvent(request, match, { requestId: randomUUID(), at: new Date() });
  // A caller that hangs up, and a gateway that stops waiting, do not stop the function.
  const result = await within(match.route.timeoutMs, match.route.invoke(event));
  return result === undefined ? SERVICE_UNAVAILABLE : mapped(result);
}

function mapped(result: InvocationResult): HttpResponse {
  switch (result.kind) {
    case 'answered':
      return toResponse(result.payload);
    case 'failed':
      return INTERNAL_SERVER_ERROR;
    case 'throttled':
      return SERVICE_UNAVAILABLE;
  }
}

async function within<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(late.resolve, ms, undefined);
  try {
    return await Promise.race([result, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as [string, string]] : []));
