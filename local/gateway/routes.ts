// Which routes the template has, and which of them a request takes.

import type { Functions, Invoke } from '../lambda/functions.ts';
import { StartError } from '../start-error.ts';
import type { Template } from '../template/template.ts';
import { type Authorization, type AuthorizedRoute, authorizationOf } from './authorizers.ts';
import { decoded } from './decoded.ts';

export interface Route {
  /** As the event has it: `POST /orders/{orderId}/checkout`, or `$default`. */
  readonly key: string;
  readonly authorization: Authorization;
  readonly timeoutMs: number;
  readonly invoke: Invoke;
}

export interface RouteMatch {
  readonly route: Route;
  /** Decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface RouteProperties extends AuthorizedRoute {
  readonly Target: string;
}
interface IntegrationProperties {
  readonly IntegrationType: string;
  readonly IntegrationUri: string;
  readonly PayloadFormatVersion?: string;
  readonly TimeoutInMillis?: number;
}

/** The longest that an HTTP API waits for its integration. */
const DEFAULT_TIMEOUT_MS = 30_000;

export function routesOf(template: Template, functions: Functions): Route[] {
  const integrations = template.ofType<IntegrationProperties>('AWS::ApiGatewayV2::Integration');
  return template.ofType<RouteProperties>('AWS::ApiGatewayV2::Route').map(({ properties }) => {
    const integration = integrations.find(({ ref }) => properties.Target === `integrations/${ref}`)?.properties;
    if (integration?.IntegrationType !== 'AWS_PROXY' || integration.PayloadFormatVersion !== '2.0') {
      throw new StartError(`the route ${properties.RouteKey} is not a Lambda proxy with payload format 2.0`);
    }
    return {
      key: properties.RouteKey,
      authorization: authorizationOf(template, properties, integration.IntegrationUri),
      timeoutMs: integration.TimeoutInMillis ?? DEFAULT_TIMEOUT_MS,
      invoke: functions.find(integration.IntegrationUri).invoke,
    };
  });
}

/** The most specific route wins: a plain segment before a parameter, a parameter before a greedy one, a method before ANY. */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch | undefined {
  const matches = routes.flatMap((route) => {
    const pathParameters = matchKey(route.key, method, path);
    return pathParameters === undefined ? [] : [{ route, pathParameters }];
  });
  return matches.sort((a, b) => (rank(a.route.key) < rank(b.route.key) ? -1 : 1))[0];
}

function matchKey(key: string, method: string, path: string): Record<string, string> | undefined {
  if (key === '$default') return {};
  const [keyMethod, keyPath = ''] = key.split(' ');
  if (keyMethod !== 'ANY' && keyMethod !== method) return undefined;
  const source = keyPath
    .split(/(\{[^}]+\})/)
    .map((part) =>
      part.startsWith('{') ? (part.endsWith('+}') ? '(.+)' : '([^/]+)') : part.replace(/[^\w/]/g, '\\$&'),
    )
    .join('');
  const names = [...keyPath.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name]) => name ?? '');
  const values = new RegExp(`^${source}$`).exec(path)?.slice(1);
  return values && Object.fromEntries(values.map((value, i) => [names[i] ?? '', decoded(value)]));
}

/** Sorts as text, best first; segments are compared from the left. */
function rank(key: string): string {
  if (key === '$default') return '~';
  const [method, path = ''] = key.split(' ');
  const segments = path
    .split('/')
    .map((segment) => (segment.endsWith('+}') ? '3' : segment.startsWith('{') ? '2' : '1'));
  return `${segments.join('')}${method === 'ANY' ? '1' : '0'}`;
}
