// How long to wait before the next send: full jitter, so that clients that failed together do not come back together.

export interface Backoff {
  /** Whole seconds, >= 1. */
  readonly baseSeconds: number;
  /** Whole seconds, >= 1. */
  readonly capSeconds: number;
}

/** From here on 2^n is no longer a finite number. */
const MAX_EXPONENT = 1023;

/**
 * `max(1, ceil(random(0, min(cap, base * 2^n))))`: whole seconds, 1..cap, as a Step Functions Wait takes them.
 * `retry`: n, 0 for the first retry. `random`: in [0, 1).
 */
export function backoffSeconds(retry: number, { baseSeconds, capSeconds }: Backoff, random: number): number {
  const ceiling = Math.min(capSeconds, baseSeconds * 2 ** Math.min(retry, MAX_EXPONENT));
  return Math.max(1, Math.ceil(random * ceiling));
}
