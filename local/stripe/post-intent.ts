/** Decides what one `POST /v1/payment_intents` comes to: mode at the door, key, form, then the confirmation itself. */
import { sha256 } from '../provider/digest.ts';
import { performCharge, type Wording } from '../provider/perform-charge.ts';
import { type Answer, answered, json, type Reply, replayed } from '../provider/reply.ts';
import type { ReceivedRequest } from '../provider/request.ts';
import type { KeyRecord, State } from '../provider/state.ts';
import type { Turn } from '../provider/turns.ts';
import { declined, intentView, stripeError } from './answer.ts';
import { readIntentForm } from './intent-form.ts';

/** docs.stripe.com/testing, by payment method and by token. */
const DECLINED_BY_CARD: Record<string, string> = {
  pm_card_visa_chargeDeclined: 'generic_decline',
  pm_card_visa_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  pm_card_visa_chargeDeclinedLostCard: 'lost_card',
  pm_card_authenticationRequired: 'authentication_required',
  tok_chargeDeclinedInsufficientFunds: 'insufficient_funds',
};

export function postIntent(state: State, request: ReceivedRequest): Reply | Promise<Reply> {
  const turn = state.nextTurn();
  switch (turn.mode) {
    // These three fail before the key is looked at, as Stripe's limiters do, and leave no trace under it.
    case 'drop':
      return { kind: 'silence' };
    case 'reset':
      return { kind: 'reset' };
    case 'error':
      return answered(modeError(turn, 503));
    default:
      return admit(state, turn, request);
  }
}

function admit(state: State, turn: Turn, request: ReceivedRequest): Reply | Promise<Reply> {
  const key = request.idempotencyKey ?? '';
  if (key === '' || key.length > 255)
    return answered(stripeError(400, { type: 'idempotency_error', message: 'Idempotency-Key: 1 to 255 characters' }));

  const bodySha256 = sha256(request.body);
  const known = state.keys.get(key);
  if (known) return repeat(known, bodySha256);

  // "If incoming parameters fail validation … no idempotent result is saved because no API endpoint began execution."
  const read = readIntentForm(request.body);
  if (read.kind === 'invalid') return answered(stripeError(400, read));

  // No await between the look at the key and this line: of any number of racing requests, one gets here.
  const record: KeyRecord = { bodySha256 };
  state.keys.set(key, record);
  const { amount, currency, paymentMethod, merchantReference } = read.form;
  const no = turn.mode === 'decline' ? 'insufficient_funds' : DECLINED_BY_CARD[paymentMethod];
  const body = { amount, currency, source: paymentMethod, merchant_reference: merchantReference };
  return performCharge(state, turn, record, state.ledger.open(body, key, no), INTENT_WORDS);
}

function repeat(known: KeyRecord, bodySha256: string): Reply {
  if (known.bodySha256 !== bodySha256)
    return answered(stripeError(400, { type: 'idempotency_error', message: 'another body under a used key' }));
  if (known.result === undefined) return answered(stripeError(409));
  return replayed(known.result);
}

const INTENT_WORDS: Wording = {
  outcome: (entry) => (entry.declineCode === undefined ? json(200, intentView(entry, 'succeeded')) : declined(entry)),
  pending: (entry) => intentView(entry, 'pending'),
  failure: modeError,
};

function modeError(turn: Turn, defaultStatus: number): Answer {
  const status = turn.status ?? defaultStatus;
  const error = stripeError(status);
  return { ...error, headers: { ...error.headers, ...retryAfter(turn), ...location(status) } };
}

const retryAfter = (turn: Turn): Record<string, string> =>
  turn.retryAfter === undefined ? {} : { 'Retry-After': String(turn.retryAfter) };

// A trap: a client that follows this confirms once more.
const location = (status: number): Record<string, string> =>
  status >= 300 && status < 400 ? { Location: '/v1/payment_intents' } : {};
