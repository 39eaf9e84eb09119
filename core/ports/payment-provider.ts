// What the payment step needs from a provider: one send, one lookup, and its promises as data.

import type { LookupOutcome, SendOutcome } from '../outcome/outcome.ts';

/** What a charge must be answered with to count as ours. */
export interface ExpectedCharge {
  readonly reference: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface ChargeSend {
  /** The attempt's `Idempotency-Key`, the same on every send. */
  readonly providerKey: string;
  /** The request body, byte-identical on every send of the attempt. */
  readonly body: string;
  readonly expected: ExpectedCharge;
}

/** The facts of an attempt that its request body is made of. */
export interface ChargeFacts extends ExpectedCharge {
  readonly orderId: string;
}

export interface PaymentProvider {
  /** Exactly one request on the wire; never retries, never follows a redirect, never throws for what the wire did. */
  send(charge: ChargeSend): Promise<SendOutcome>;
  /** Asks for every charge under a reference, all pages. */
  lookup(reference: string): Promise<LookupOutcome>;
  /** Drops the cached secret, so that the next send reads it again. */
  dropCredentials(): void;
}

/** Pure: the same facts and token give the same bytes, for ever. */
export type RenderCharge = (facts: ChargeFacts, cardToken: string) => string;
