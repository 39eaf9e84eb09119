/** Decides what one `POST /v1/charges` comes to: mode at the door, key, body, then the charge itself. */
import { type ChargeBody, readChargeBody } from './charge-body.ts';
import { CHARGE_WORDS } from './charge-words.ts';
import { sha256 } from './digest.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { modeFailure } from './mode-failure.ts';
import { performCharge } from './perform-charge.ts';
import { answered, failure, type Reply, replayed } from './reply.ts';
import type { ReceivedRequest } from './request.ts';
import type { KeyRecord, State } from './state.ts';
import type { Turn } from './turns.ts';

const DECLINED_SOURCE = 'tok_declined';

export function postCharge(state: State, request: ReceivedRequest): Reply | Promise<Reply> {
  const turn = state.nextTurn();
  switch (turn.mode) {
    // These three fail before the key is looked at, so they hit replays too and leave no trace under the key.
    case 'drop':
      return { kind: 'silence' };
    case 'reset':
      return { kind: 'reset' };
    case 'error':
      return answered(modeFailure(turn, 503));
    case 'normal':
    case 'slow':
    case 'charged-error':
    case 'late':
    case 'garbage':
    case 'decline':
      return admit(state, turn, request);
  }
}

function admit(state: State, turn: Turn, request: ReceivedRequest): Reply | Promise<Reply> {
  const key = readIdempotencyKey(request.idempotencyKey);
  if (key.kind === 'missing')
    return answered(failure(400, 'idempotency_key_missing', 'a charge needs an Idempotency-Key header'));
  if (key.kind === 'invalid')
    return answered(
      failure(400, 'idempotency_key_invalid', 'Idempotency-Key must be one string of 1 to 255 printable characters'),
    );

  const bodySha256 = sha256(request.body);
  const known = state.keys.get(key.value);
  if (known) return repeat(known, bodySha256);

  const body = readChargeBody(request.body);
  if (body.kind === 'invalid') return answered(failure(400, 'invalid_request', body.message, { field: body.field }));

  // No await between the look at the key and this line: of any number of racing requests, one gets here.
  const record: KeyRecord = { bodySha256 };
  state.keys.set(key.value, record);
  const entry = state.ledger.open(body.value, key.value, declineCode(turn, body.value));
  return performCharge(state, turn, record, entry, CHARGE_WORDS);
}

/** Another body outranks "still processing": it is wrong whatever the first request comes to. */
function repeat(known: KeyRecord, bodySha256: string): Reply {
  if (known.bodySha256 !== bodySha256)
    return answered(failure(422, 'idempotency_key_reused', 'this key was first used with another body'));
  if (known.result === undefined)
    return answered(failure(409, 'idempotency_key_in_use', 'the first request with this key is still processing'));
  return replayed(known.result);
}

const declineCode = (turn: Turn, body: ChargeBody) =>
  turn.mode === 'decline' || body.source === DECLINED_SOURCE ? 'insufficient_funds' : undefined;
