// The middleware chain of an HTTP endpoint: one log line a request, no error but a problem document.

import middy from '@middy/core';
import { type Answer, refuse } from '#core/api/answer.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import type { AuthSettings } from '#core/settings/settings.ts';
import { type GatewayResponse, requestOf, responseOf } from './gateway-event.ts';
import { logger } from './log.ts';
import { type GatewayEvent, routeOf } from './payload-format.ts';

type Endpoint = (request: HttpRequest) => Promise<Answer>;

const INTERNAL = refuse(
  'internal',
  'The outcome is not known here. Ask again with the same Idempotency-Key, or read the order.',
);

/** A bug, or a table that did not answer. The caller learns that nothing is known, and never a cause or a stack. */
const problems: middy.MiddlewareObj<GatewayEvent, GatewayResponse> = {
  onError: (request) => {
    const { error } = request;
    logger.error('request failed', {
      error: error?.name,
      cause: error?.cause instanceof Error ? error.cause.name : undefined,
    });
    request.response = responseOf(INTERNAL);
  },
};

const requestLine: middy.MiddlewareObj<GatewayEvent, GatewayResponse> = {
  after: ({ event, response }) =>
    logger.info('request', {
      route: routeOf(event),
      status: response?.statusCode,
      requestId: event.requestContext.requestId,
    }),
};

/** As in step-chain.ts: an endpoint that lives on in a frozen process could accept a payment whenever that is thawed. */
const ENDED_BY_LAMBDA_ALONE = { timeoutEarlyInMillis: 0 };

/** `auth`: how this deployment knows its callers. */
export const httpChain = ({ auth }: { readonly auth: AuthSettings }, endpoint: Endpoint) =>
  middy<GatewayEvent, GatewayResponse>(ENDED_BY_LAMBDA_ALONE)
    .use(problems)
    .use(requestLine)
    .handler(async (event) => responseOf(await endpoint(requestOf(event, auth))));
