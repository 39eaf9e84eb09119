// What a failed connection taught us: the phase decides, because before `established` no byte of the request can have left.

import type { ConnectionPhase, SendOutcome } from './outcome.ts';

export interface ConnectionFailure {
  readonly phase: ConnectionPhase;
  /** The system's or our own error code; decides nothing but the name of a doubt. */
  readonly code: string;
  /** The status line, if one was read before the reply broke off. */
  readonly status: number | null;
}

/** The adapter's code for an attempt whose time is over. */
export const ATTEMPT_TIMEOUT = 'ATTEMPT_TIMEOUT';

/** `ETIMEDOUT` is the system's: nothing that was sent is acknowledged any more. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set([ATTEMPT_TIMEOUT, 'ETIMEDOUT']);

export function classifyFailure({ phase, code, status }: ConnectionFailure): SendOutcome {
  if (phase !== 'established') return { kind: 'notSent', phase, code };

  // A success that breaks off most likely charged: it is asked about, where a lost connection would be sent again.
  if (status !== null && status >= 200 && status <= 299) return { kind: 'unknown', reason: 'unreadableReply', status };

  // A code never seen before is a lost connection too: nothing that happens after the first byte proves a refusal.
  return { kind: 'unknown', reason: TIMEOUT_CODES.has(code) ? 'timeout' : 'connectionLost', status };
}
