// The middleware chain of an HTTP endpoint: headers in lower case, one log line a request, no error but a problem document.

import middy from '@middy/core';
import httpHeaderNormalizer from '@middy/http-header-normalizer';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Answer, refuse } from '#core/api/answer.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { requestOf, responseOf } from './gateway-event.ts';
import { logger } from './log.ts';

type Endpoint = (request: HttpRequest) => Promise<Answer>;

const INTERNAL = refuse(
  'internal',
  'The outcome is not known here. Ask again with the same Idempotency-Key, or read the order.',
);

/** A bug, or a table that did not answer. The caller learns that nothing is known, and never a cause or a stack. */
const problems: middy.MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> = {
  onError: (request) => {
    const { error } = request;
    logger.error('request failed', {
      error: error?.name,
      cause: error?.cause instanceof Error ? error.cause.name : undefined,
    });
    request.response = responseOf(INTERNAL);
  },
};

const requestLine: middy.MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> = {
  after: ({ event, response }) =>
    logger.info('request', {
      route: event.routeKey,
      status: response?.statusCode,
      requestId: event.requestContext.requestId,
    }),
};

/** As in step-chain.ts: an endpoint that lives on in a frozen process could accept a payment whenever that is thawed. */
const ENDED_BY_LAMBDA_ALONE = { timeoutEarlyInMillis: 0 };

export const httpChain = (endpoint: Endpoint) =>
  middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>(ENDED_BY_LAMBDA_ALONE)
    .use(problems)
    .use(requestLine)
    .use(httpHeaderNormalizer({ normalizeHeaderKey: (name: string) => name.toLowerCase() }))
    .handler(async (event) => responseOf(await endpoint(requestOf(event))));
