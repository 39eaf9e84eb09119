// In which of API Gateway's two formats a request came: 2.0 from an HTTP API, 1.0 from a REST API (or an HTTP API set to it).

import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';

export type GatewayEvent = APIGatewayProxyEvent | APIGatewayProxyEventV2;

/** A REST API names no version, an HTTP API always does. */
export const isFormat2 = (event: GatewayEvent): event is APIGatewayProxyEventV2 =>
  (event as Partial<APIGatewayProxyEventV2>).version === '2.0';

/** `POST /orders/{orderId}/checkout`: the route, not the path, which names an order. */
export const routeOf = (event: GatewayEvent): string =>
  isFormat2(event) ? event.routeKey : `${event.httpMethod} ${event.resource}`;
