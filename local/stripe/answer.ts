/** How Stripe words an answer: an intent, or an error with its type, its code and its advice on retries. */
import type { ChargeStatus, Entry } from '../provider/ledger.ts';
import { type Answer, json } from '../provider/reply.ts';

const STATUSES: Record<ChargeStatus, string> = {
  pending: 'processing',
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
};

export function intentView(entry: Entry, status: ChargeStatus) {
  return {
    id: entry.id.replace(/^ch_/, 'pi_'),
    object: 'payment_intent',
    amount: entry.amount,
    amount_received: status === 'succeeded' ? entry.amount : 0,
    currency: entry.currency,
    created: Math.floor(Date.parse(entry.createdAt) / 1000),
    status: STATUSES[status],
    metadata: { merchant_reference: entry.merchantReference },
    cancellation_reason: null,
    last_payment_error: status === 'failed' ? cardError(entry.declineCode) : null,
  };
}

/** A question of the bank's that nobody may answer has a code of its own; every other no is `card_declined`. */
const cardError = (declineCode: string | undefined) => ({
  type: 'card_error',
  code: declineCode === 'authentication_required' ? 'authentication_required' : 'card_declined',
  decline_code: declineCode,
  message: 'Your card was declined.',
});

export const declined = (entry: Entry): Answer =>
  json(402, { error: { ...cardError(entry.declineCode), payment_intent: intentView(entry, 'failed') } });

const TYPES: Record<number, string> = { 400: 'invalid_request_error', 401: 'invalid_request_error', 402: 'card_error' };
const CODES: Record<number, string> = {
  402: 'card_declined',
  409: 'idempotency_key_in_use',
  429: 'rate_limit',
};
/** error-low-level: set only where Stripe knows more than the status says. */
const SHOULD_RETRY: Record<string, string> = { idempotency_key_in_use: 'true', lock_timeout: 'true' };

interface Wording {
  type?: string;
  code?: string;
  param?: string;
  message?: string;
}

export function stripeError(status: number, wording: Wording = {}): Answer {
  const { type = TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'), message = 'as told' } =
    wording;
  const code = wording.code ?? CODES[status];
  const { param } = wording;
  const retry = code === undefined ? undefined : SHOULD_RETRY[code];
  return {
    ...json(status, { error: { type, ...(code ? { code } : {}), ...(param ? { param } : {}), message } }),
    ...(retry === undefined ? {} : { headers: { 'Stripe-Should-Retry': retry } }),
  };
}
