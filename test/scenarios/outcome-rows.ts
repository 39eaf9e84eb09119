// The rows of design section 5: what a provider replies to the sends of one checkout, and what must become of it.

import type { Control } from '../harness/provider-client.ts';
import { BROKEN_OFF, type Script, type ScriptedReply, succeeded } from '../harness/scripted-provider.ts';

export interface End {
  /** HTTP status that the caller is told. */
  readonly caller: number;
  readonly problem?: string;
  readonly order: string;
  readonly attempt: string;
  /** The state that the run ends in. */
  readonly state: string;
}

export const PAID: End = { caller: 200, order: 'Paid', attempt: 'Succeeded', state: 'Paid' };
const DECLINED: End = { caller: 402, problem: 'declined', order: 'Placed', attempt: 'Declined', state: 'Declined' };
const failed = (caller: number, problem: string): End => ({
  caller,
  problem,
  order: 'Placed',
  attempt: 'Failed',
  state: 'NotCharged',
});
export const UNAVAILABLE = failed(503, 'provider-unavailable');
const REJECTED = failed(502, 'provider-rejected');
export const PENDING: End = { caller: 202, order: 'PaymentPending', attempt: 'Open', state: 'LeftToSchedule' };

const SEND = ['Charge', 'ChargeOutcome'];
const AGAIN = ['BackOff', 'RetryCharge', 'ChargeOutcome'];
const POLL = ['WaitForProvider', 'RetryCharge', 'ChargeOutcome'];
const ASK = ['WaitBeforeReconcile', 'Reconcile', 'ReconcileOutcome'];

export interface Row {
  readonly reply: string;
  readonly provider: Control | Script;
  readonly end: End;
  /** Charges whose money moved at the fake provider. */
  readonly charges: number;
  /** Entered by the run, its end included. Each charge state makes one send, each reconcile state one lookup. */
  readonly states: readonly string[];
  readonly review?: string;
  readonly card?: string;
}

const row = (
  reply: string,
  provider: Control | Script,
  end: End,
  charges: number,
  path: readonly (readonly string[])[],
  more: Pick<Row, 'review' | 'card'> = {},
): Row => ({ reply, provider, end, charges, states: [...path.flat(), end.state], ...more });

export const error = (status: number, more: Partial<Control> = {}): Control => ({ mode: 'error', status, ...more });
const once = { times: 1 };
const late = (status: number, delaySeconds: number): Control => ({ mode: 'late', status, delaySeconds });

const always = (reply: ScriptedReply): Script => ({ reply: () => reply });
const idempotencyError = { error: { type: 'idempotency_error', code: 'idempotency_key_in_other_use' } };

/** Answers a success with other facts than it was asked for, and lists `listed`. */
const contradicting = (changed: object, listed: object = changed): Script => ({
  reply: (asked) => ({ status: 201, json: succeeded(asked, changed) }),
  listed: (asked) => [succeeded(asked, listed)],
});

/** One reply after the other; `closed`, and every send beyond the list, gets its connection closed. */
const inTurn = (...replies: readonly (number | 'pending' | 'closed')[]): Script => ({
  reply(asked, nth) {
    const reply = replies[nth - 1] ?? 'closed';
    if (reply === 'closed') return { raw: '' };
    if (reply === 'pending') return { status: 200, json: succeeded(asked, { status: 'pending' }) };
    return { status: reply, json: reply < 300 ? succeeded(asked) : { error: { code: 'scripted' } } };
  },
});

const OTHER_REFERENCE = { merchant_reference: 'AAAAAAAAAA-other-0190b0f0aaaa7aaa8aaaaaaaaaaaaaaa' };
const contradiction = { review: 'contradiction' };
const violation = { review: 'contract-violation' };
const rejection = { review: 'provider-rejected' };

export const ROWS: readonly Row[] = [
  // Approved.
  row('201', { mode: 'normal' }, PAID, 1, [SEND]),
  row('200 with an id', { reply: (asked) => ({ status: 200, json: succeeded(asked) }) }, PAID, 0, [SEND]),

  // Still processing.
  row('202, then 201', late(202, 0.5), PAID, 1, [SEND, POLL]),
  row('201 pending, then 201', late(201, 0.5), PAID, 1, [SEND, POLL]),
  row('200 pending, 409, then 201', inTurn('pending', 409, 201), PAID, 0, [SEND, POLL, POLL]),
  row('409 twice, then 201', error(409, { times: 2 }), PAID, 1, [SEND, POLL, POLL]),

  // A 2xx that proves nothing.
  row('201 that is garbage', { mode: 'garbage' }, PAID, 1, [SEND, ASK]),
  row('201 that breaks off', { ...always(BROKEN_OFF), listed: (asked) => [succeeded(asked)] }, PAID, 0, [SEND, ASK]),
  row(
    '201 that breaks off, two charges listed',
    { ...always(BROKEN_OFF), listed: (asked) => [succeeded(asked), succeeded(asked, { id: 'ch_second' })] },
    PAID,
    0,
    [SEND, ASK],
    { review: 'refund-due' },
  ),
  row('201 with another amount', contradicting({ amount: 1 }), PENDING, 0, [SEND, ASK], contradiction),
  row('201 with another currency', contradicting({ currency: 'USD' }), PENDING, 0, [SEND, ASK], contradiction),
  row('201 with another reference', contradicting(OTHER_REFERENCE), PENDING, 0, [SEND, ASK], contradiction),
  row('201 that says failed', contradicting({ status: 'failed' }, {}), PAID, 0, [SEND, ASK], contradiction),
  row('201 that contradicts the lookup', contradicting({ amount: 1 }, {}), PAID, 0, [SEND, ASK], contradiction),

  // Declined.
  row('402', { mode: 'decline' }, DECLINED, 0, [SEND]),
  row('504, 409, then the first 402', inTurn(504, 409, 402), DECLINED, 0, [SEND, AGAIN, POLL]),

  // The provider says that this key was used with another body.
  row('422 to the first send', error(422), REJECTED, 0, [SEND], violation),
  row('400 about the key', always({ status: 400, json: idempotencyError }), REJECTED, 0, [SEND], violation),
  row('closed, then 422', inTurn('closed', 422), PENDING, 0, [SEND, AGAIN, ASK], violation),

  // Credentials.
  row('401, then 201', error(401, once), PAID, 1, [SEND, AGAIN]),
  row('401 twice', error(401), REJECTED, 0, [SEND, AGAIN], rejection),

  // Rejected: never sent again.
  ...[400, 403, 404, 418].map((status) => row(`${status}`, error(status), REJECTED, 0, [SEND], rejection)),
  row('closed, then 403', inTurn('closed', 403), PENDING, 0, [SEND, AGAIN, ASK], rejection),

  // Not now.
  ...[429, 503].flatMap((status) => [
    row(`${status}, then 201`, error(status, once), PAID, 1, [SEND, AGAIN]),
    row(`${status} to every send`, error(status), UNAVAILABLE, 0, [SEND, AGAIN, AGAIN]),
  ]),

  // A server error, or a provider's own timeout, proves nothing.
  ...[408, 500, 502, 504].flatMap((status) => [
    row(`${status} that charged`, { mode: 'charged-error', status }, PAID, 1, [SEND, AGAIN, AGAIN, ASK]),
    row(`${status} that did not charge, then 201`, error(status, once), PAID, 1, [SEND, AGAIN]),
  ]),
  row('504, then a late charge', late(504, 0.5), PAID, 1, [SEND, AGAIN]),
  row('500 to every send', error(500), PENDING, 0, [SEND, AGAIN, AGAIN, ASK]),
  row('500, then 429 twice', inTurn(500, 429, 429), PENDING, 0, [SEND, AGAIN, AGAIN, ASK]),

  // The connection was lost once the request had left.
  row('reset, then 201', { mode: 'reset', ...once }, PAID, 1, [SEND, AGAIN]),
  row('silence, then 201', { mode: 'drop', ...once }, PAID, 1, [SEND, AGAIN]),
  row('closed to every send', inTurn(), PENDING, 0, [SEND, AGAIN, AGAIN, ASK]),

  // A redirect is not followed.
  ...[302, 307].map((status) => row(`${status}`, error(status), PENDING, 0, [SEND, ASK], { review: 'redirected' })),
];
