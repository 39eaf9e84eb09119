// What the HTTP API answers to one request: route, event, function, response, and which web page may read it.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { InvocationResult } from '../lambda/invocation.ts';
import { type Cors, isPreflight, preflightAnswer, readable } from './cors.ts';
import { type HttpRequest, toEvent } from './event.ts';
import { readBody } from './request-body.ts';
import { gatewayMessage, type HttpResponse, INTERNAL_SERVER_ERROR, toResponse } from './response.ts';
import { matchRoute, type Route } from './routes.ts';

const SERVICE_UNAVAILABLE = gatewayMessage(503, 'Service Unavailable');

export interface HttpApi {
  readonly routes: readonly Route[];
  readonly cors: Cors | undefined;
}

export async function handle({ routes, cors }: HttpApi, incoming: IncomingMessage): Promise<HttpResponse> {
  const { origin } = incoming.headers;
  const body = await readBody(incoming);
  if (cors === undefined) return answer(routes, incoming, body);
  // A route that takes OPTIONS is asked first, as there.
  if (isPreflight(incoming) && routeFor(routes, incoming) === undefined) return preflightAnswer(cors, origin);
  return readable(cors, origin, await answer(routes, incoming, body));
}

const routeFor = (routes: readonly Route[], { method = 'GET', url = '/' }: IncomingMessage) =>
  matchRoute(routes, method, url.split('?')[0] ?? '/');

async function answer(routes: readonly Route[], incoming: IncomingMessage, body: Buffer | undefined) {
  if (body === undefined) return gatewayMessage(413, 'Request Entity Too Large');
  const match = routeFor(routes, incoming);
  if (match === undefined) return gatewayMessage(404, 'Not Found');
  const request: HttpRequest = {
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
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
