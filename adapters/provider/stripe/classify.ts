// What Stripe's reply to a confirmed PaymentIntent taught us: its own cases first, then the reply table of the core.

import { classifyReply } from '#core/outcome/classify-reply.ts';
import { machineCode } from '#core/outcome/machine-code.ts';
import type { DoubtReason, SendOutcome } from '#core/outcome/outcome.ts';
import type { ProviderReply } from '#core/outcome/provider-reply.ts';
import { isObject } from '#core/outcome/reported-charge.ts';
import type { ExpectedCharge } from '#core/ports/payment-provider.ts';
import type { ProviderContract } from '#core/settings/settings.ts';
import { type Intent, readIntent } from './intent.ts';

export interface StripeReply extends ProviderReply {
  /** The `Stripe-Should-Retry` header; null: Stripe cannot tell. */
  readonly shouldRetry: boolean | null;
}

/** What an intent that came back with a 2xx means. Any other status contradicts what we asked for. */
type IntentMeaning = 'approved' | 'processing' | 'declined';

const MEANINGS: ReadonlyMap<string | null, IntentMeaning> = new Map([
  ['succeeded', 'approved'],
  ['processing', 'processing'],
  // The confirmation is over and no money moved. Only the holder of the client secret could go on from here, and it
  // never leaves this process: to us the bank's question is a no, and its code says which.
  ['requires_action', 'declined'],
  ['requires_payment_method', 'declined'],
  ['canceled', 'declined'],
]);

/** The reason of a decline that names none. */
const REASONS: ReadonlyMap<string | null, string> = new Map([['requires_action', 'authentication_required']]);

/** An intent in one of these inside an error: the money moved, is held, or is on its way. */
const MOVING: ReadonlySet<string | null> = new Set(['succeeded', 'processing', 'requires_capture']);

/** docs.stripe.com/error-codes: complaints that only an earlier success can cause. */
const TELLS_OF_SUCCESS: ReadonlySet<string | null> = new Set([
  'charge_already_captured',
  'charge_already_refunded',
  'payment_intent_unexpected_state',
]);

/** docs.stripe.com/api/errors: 424 is a failure outside Stripe, at a bank for instance: no proof that nothing moved. */
const DOUBTFUL_STATUSES: ReadonlySet<number> = new Set([424]);

type Rules = Pick<ProviderContract, 'refusalStatuses'>;

export function classifyStripeReply(reply: StripeReply, expected: ExpectedCharge, contract: Rules): SendOutcome {
  if (isResult(reply.status)) return readResult(reply, expected);

  // A no that carries a payment under way is no no.
  const error = errorOf(reply);
  const tells = MOVING.has(error.intentStatus) || TELLS_OF_SUCCESS.has(error.code);
  if (isContentError(reply.status) && tells) return doubt(reply, 'contradictingReply');

  if (DOUBTFUL_STATUSES.has(reply.status)) return doubt(reply, 'serverError');

  const outcome = classifyReply(reply, expected, contract);
  switch (outcome.kind) {
    case 'rejected':
      // `api_error` is Stripe's own trouble under whatever status, and proves nothing about the request.
      if (error.type === 'api_error') return doubt(reply, 'serverError');
      // Both say that nothing was charged: whether it may be sent again, Stripe knows better.
      if (reply.shouldRetry === true) return { kind: 'refused', status: reply.status, retryAfter: reply.retryAfter };
      return outcome;
    case 'unknown':
      // A stored error, or one that no retry changes, is all that this key will ever answer: it is asked about instead.
      // It stays a doubt. The header speaks of retries, never of money, and the money may have moved.
      if (outcome.reason === 'serverError' && (reply.replayed || reply.shouldRetry === false))
        return doubt(reply, 'unreadableReply');
      return outcome;
    default:
      // A 429 with `Stripe-Should-Retry: false` asks for patience; our waits, budget and breaker are that.
      // A 402 with `true` is still the bank's no, stored under the key.
      return outcome;
  }
}

// A 202 is no result yet, a 203 was rewritten on the way, a 206 is a part: the core's table knows them.
const isResult = (status: number): boolean => status === 200 || status === 201;
const isContentError = (status: number): boolean => status >= 400 && status <= 499;

function readResult(reply: StripeReply, expected: ExpectedCharge): SendOutcome {
  const { status, retryAfter, replayed, body } = reply;
  const intent = body.kind === 'json' ? readIntent(body.value) : null;
  if (intent === null) return doubt(reply, 'unreadableReply');

  const meaning = MEANINGS.get(intent.status);
  if (meaning === 'processing') return { kind: 'stillProcessing', status, retryAfter };

  // Another payment's result says nothing about ours, not even that ours was declined.
  if (meaning === undefined || !isOurs(intent, expected)) return doubt(reply, 'contradictingReply');

  if (meaning === 'approved') return { kind: 'approved', providerPaymentId: intent.id, replayed };
  const reason = intent.failure.code ?? REASONS.get(intent.status) ?? intent.status ?? 'declined';
  return { kind: 'declined', reason, replayed };
}

const isOurs = (intent: Intent, expected: ExpectedCharge): boolean =>
  intent.reference === expected.reference &&
  intent.amountMinor === expected.amountMinor &&
  intent.currency === expected.currency;

interface StripeError {
  readonly type: string | null;
  readonly code: string | null;
  readonly intentStatus: string | null;
}

function errorOf({ body }: StripeReply): StripeError {
  const error = body.kind === 'json' && isObject(body.value) && isObject(body.value.error) ? body.value.error : {};
  return {
    type: machineCode(error.type),
    code: machineCode(error.code),
    intentStatus: isObject(error.payment_intent) ? machineCode(error.payment_intent.status) : null,
  };
}

const doubt = ({ status, retryAfter }: StripeReply, reason: DoubtReason): SendOutcome => ({
  kind: 'unknown',
  reason,
  status,
  ...(reason === 'serverError' && retryAfter !== null ? { retryAfter } : {}),
});
