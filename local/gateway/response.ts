// What the caller gets for a function's result: payload format 2.0's rules, its guesses included.

import { isJsonObject, type Json } from '../json.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

/** The gateway's own answers. */
export const gatewayMessage = (status: number, message: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message })),
});

export const INTERNAL_SERVER_ERROR = gatewayMessage(500, 'Internal Server Error');

export function toResponse(payload: Json): HttpResponse {
  if (!isJsonObject(payload) || payload.statusCode === undefined) {
    // Without a status the result itself is the body.
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return { status: 200, headers: { 'content-type': 'application/json' }, cookies: [], body: Buffer.from(body) };
  }
  const { headers = {}, cookies = [], body = '', isBase64Encoded = false } = payload;
  const status = Number(payload.statusCode);
  const wellFormed =
    Number.isInteger(status) &&
    status >= 100 &&
    status <= 599 &&
    isJsonObject(headers) &&
    Array.isArray(cookies) &&
    (typeof body === 'string' || body === null);
  if (!wellFormed) return INTERNAL_SERVER_ERROR;
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    status,
    headers: { ...(body ? { 'content-type': 'text/plain; charset=utf-8' } : {}), ...Object.fromEntries(given) },
    cookies: cookies.map(String),
    body: Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8'),
  };
}
