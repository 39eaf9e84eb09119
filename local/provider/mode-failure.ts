/** The error that a mode answers with: its status, a code that fits it, and Retry-After when the control gave one. */
import { type Answer, failure } from './reply.ts';
import type { Turn } from './turns.ts';

const CODES: Record<number, string> = {
  400: 'invalid_request',
  401: 'invalid_credentials',
  402: 'card_declined',
  403: 'not_permitted',
  404: 'not_found',
  408: 'request_timeout',
  409: 'idempotency_key_in_use',
  422: 'idempotency_key_reused',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'bad_gateway',
  503: 'unavailable',
  504: 'gateway_timeout',
};

export function modeFailure(turn: Turn, defaultStatus: number): Answer {
  const status = turn.status ?? defaultStatus;
  const answer = failure(status, CODES[status] ?? 'provider_error', `the provider is in mode ${turn.mode}`);
  return { ...answer, headers: { ...retryAfter(turn), ...location(status) } };
}

const retryAfter = (turn: Turn): Record<string, string> =>
  turn.retryAfter === undefined ? {} : { 'Retry-After': String(turn.retryAfter) };

// A trap: a client that follows this sends the charge once more.
const location = (status: number): Record<string, string> =>
  status >= 300 && status < 400 ? { Location: '/v1/charges' } : {};
