// How long a provider asks us to wait: Retry-After as whole seconds (RFC 9110, section 10.2.3), capped by us.

import { parseHttpDate } from './http-date.ts';

/**
 * Whole seconds, 1..cap, or null when the header is absent or junk: the caller then backs off by itself.
 * `nowMs`: epoch milliseconds. `capSeconds`: whole seconds, >= 1.
 */
export function retryAfterSeconds(header: string | null, nowMs: number, capSeconds: number): number | null {
  if (header === null) return null;
  const asked = /^[0-9]+$/.test(header) ? Number(header) : secondsUntil(parseHttpDate(header, nowMs), nowMs);
  // Zero and the past mean "now", but a Wait of 0 does not exist; the far future is the provider's mistake to make, not ours to serve.
  return asked === null ? null : Math.min(capSeconds, Math.max(1, asked));
}

const secondsUntil = (atMs: number | null, nowMs: number): number | null =>
  atMs === null ? null : Math.ceil((atMs - nowMs) / 1000);
