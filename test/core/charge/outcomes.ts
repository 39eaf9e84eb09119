// Every outcome of a send, as the reply table of design section 5 names them.

import type { SendOutcome } from '#core/outcome/outcome.ts';

export const APPROVED: SendOutcome = { kind: 'approved', providerPaymentId: 'ch_000001', replayed: false };
export const DECLINED: SendOutcome = { kind: 'declined', reason: 'insufficient_funds', replayed: false };
export const PROCESSING: SendOutcome = { kind: 'stillProcessing', status: 409, retryAfter: '2' };
export const PENDING: SendOutcome = { kind: 'stillProcessing', status: 202, retryAfter: null };
export const BUSY: SendOutcome = { kind: 'refused', status: 503, retryAfter: '5' };
export const TOO_MANY: SendOutcome = { kind: 'refused', status: 429, retryAfter: null };
export const CREDENTIALS: SendOutcome = { kind: 'credentials', status: 401 };
export const REJECTED: SendOutcome = { kind: 'rejected', status: 400, code: 'invalid_request' };
export const VIOLATION: SendOutcome = { kind: 'contractViolation', status: 422 };
export const NOT_SENT: SendOutcome = { kind: 'notSent', phase: 'connect', code: 'ECONNREFUSED' };
export const SERVER_ERROR: SendOutcome = { kind: 'unknown', reason: 'serverError', status: 500 };
export const TIMEOUT: SendOutcome = { kind: 'unknown', reason: 'timeout', status: null };
export const LOST: SendOutcome = { kind: 'unknown', reason: 'connectionLost', status: null };
export const UNREADABLE: SendOutcome = { kind: 'unknown', reason: 'unreadableReply', status: 201 };
export const CONTRADICTING: SendOutcome = { kind: 'unknown', reason: 'contradictingReply', status: 201 };
export const REDIRECTED: SendOutcome = { kind: 'unknown', reason: 'redirected', status: 302 };

export const OUTCOMES: readonly SendOutcome[] = [
  APPROVED,
  DECLINED,
  PROCESSING,
  PENDING,
  BUSY,
  TOO_MANY,
  CREDENTIALS,
  REJECTED,
  VIOLATION,
  NOT_SENT,
  SERVER_ERROR,
  TIMEOUT,
  LOST,
  UNREADABLE,
  CONTRADICTING,
  REDIRECTED,
];

/** Proved not charged, by the table's third column. */
export const REFUSALS: readonly SendOutcome[] = [DECLINED, BUSY, TOO_MANY, CREDENTIALS, REJECTED, NOT_SENT];
/** Sent again with the same key. */
export const RETRIED: readonly SendOutcome[] = [BUSY, TOO_MANY, CREDENTIALS, NOT_SENT, SERVER_ERROR, TIMEOUT, LOST];
