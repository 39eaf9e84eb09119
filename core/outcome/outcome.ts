// What one send, or one lookup, taught us. `unknown` is an outcome, never an error.

/** How far a connection had come when it failed. Before `established` no byte of the request can have left. */
export type ConnectionPhase = 'lookup' | 'connect' | 'tls' | 'established';

/** Why a send may have charged, or may yet charge, although we cannot tell. */
export type DoubtReason =
  | 'serverError'
  | 'timeout'
  | 'connectionLost'
  | 'unreadableReply'
  | 'contradictingReply'
  | 'redirected';

export type SendOutcome =
  /** 200, 201 with an id, and reference, amount and currency as ours. */
  | { readonly kind: 'approved'; readonly providerPaymentId: string; readonly replayed: boolean }
  /** 402. `reason` is the provider's machine code. */
  | { readonly kind: 'declined'; readonly reason: string; readonly replayed: boolean }
  /** 409, 202, or a 2xx that says pending: ask again with the same key. `retryAfter` is the header, unparsed. */
  | { readonly kind: 'stillProcessing'; readonly status: number; readonly retryAfter: string | null }
  /** 429 and the contract's refusal statuses: proved not charged, may be sent again. */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfter: string | null }
  /** 401: proved not charged; the secret may have been rotated. */
  | { readonly kind: 'credentials'; readonly status: number }
  /** 400, 403, 404 and other 4xx: proved not charged, never sent again. */
  | { readonly kind: 'rejected'; readonly status: number; readonly code: string }
  /** 422, or a 400 that names the idempotency key: an earlier send of this key exists with another body. */
  | { readonly kind: 'contractViolation'; readonly status: number }
  /** DNS, refused, connect timeout, TLS handshake: proved not sent. */
  | { readonly kind: 'notSent'; readonly phase: Exclude<ConnectionPhase, 'established'>; readonly code: string }
  /** It may have charged. `status` is null when no status line was read. `retryAfter`: of an error, unparsed. */
  | {
      readonly kind: 'unknown';
      readonly reason: DoubtReason;
      readonly status: number | null;
      readonly retryAfter?: string;
    };

/** One charge as the provider lists it under our reference. */
export interface ListedCharge {
  readonly id: string;
  readonly status: 'succeeded' | 'pending' | 'declined';
  readonly amountMinor: number;
  /** ISO 4217 code, upper case. */
  readonly currency: string;
  readonly reference: string;
  readonly declineReason: string | null;
}

export type LookupOutcome =
  /** All pages were read; an empty list is "not found". */
  | { readonly kind: 'answered'; readonly charges: readonly ListedCharge[] }
  /** Failed, unreadable, or more pages than we read: never a verdict. `reason` is a short code. */
  | { readonly kind: 'inconclusive'; readonly reason: string };
