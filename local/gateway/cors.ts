// Which web pages may read the API's answers: what API Gateway does by itself when the template names origins.

import type { IncomingMessage } from 'node:http';
import type { Template } from '../template/template.ts';
import type { HttpResponse } from './response.ts';

export interface Cors {
  readonly AllowOrigins?: readonly string[];
  readonly AllowMethods?: readonly string[];
  readonly AllowHeaders?: readonly string[];
  readonly ExposeHeaders?: readonly string[];
  readonly MaxAge?: number;
}

/** undefined: no answer speaks of origins. */
export const corsOf = (template: Template): Cors | undefined =>
  template.ofType<{ readonly CorsConfiguration?: Cors }>('AWS::ApiGatewayV2::Api')[0]?.properties.CorsConfiguration;

/** API Gateway's guide: a preflight has both headers, or it is none. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

export const preflightAnswer = (cors: Cors, origin: string | undefined): HttpResponse => ({
  status: 204,
  headers: isAllowed(cors, origin)
    ? withoutEmpty({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': cors.AllowMethods?.join(),
        'access-control-allow-headers': cors.AllowHeaders?.join(),
        'access-control-max-age': cors.MaxAge?.toString(),
        vary: 'Origin',
      })
    : { vary: 'Origin' },
  cookies: [],
  body: Buffer.alloc(0),
});

/** What a function says of origins itself is ignored, as there. */
export function readable(cors: Cors, origin: string | undefined, response: HttpResponse): HttpResponse {
  const own = Object.entries(response.headers).filter(([name]) => !name.startsWith('access-control-'));
  const { vary, ...headers } = Object.fromEntries(own);
  const allowing = isAllowed(cors, origin)
    ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': cors.ExposeHeaders?.join() }
    : {};
  // Also for no page and a foreign one: a cache must not show their answer to an allowed page.
  return {
    ...response,
    headers: withoutEmpty({ ...headers, ...allowing, vary: vary === undefined ? 'Origin' : `${vary}, Origin` }),
  };
}

const isAllowed = ({ AllowOrigins = [] }: Cors, origin: string | undefined): boolean =>
  origin !== undefined && AllowOrigins.includes(origin);

const withoutEmpty = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value]] : [])));
