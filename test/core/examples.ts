// What the tests of core begin with: one tenant, one order, two attempts, the settings of design section 7.

import { type CardToken, cardTokenHash, isCardToken, sealKeyFrom } from '#core/cards/card-token.ts';
import { type AttemptId, attemptId, providerKeyFrom } from '#core/ids/attempt-id.ts';
import { orderId } from '#core/ids/order-id.ts';
import { type AttemptRef, referenceOf } from '#core/ids/reference.ts';
import { tenantId } from '#core/ids/tenant-id.ts';
import { type AmountMinor, parseAmount } from '#core/money/amount.ts';
import { currency } from '#core/money/currency.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Order } from '#core/records/order.ts';
import { DEFAULT_SETTINGS, type ProviderSettings, type Settings } from '#core/settings/settings.ts';
import { type EpochMs, epochMs, toSecondsUp } from '#core/time/instant.ts';

export const NOW = epochMs(Date.UTC(2026, 0, 5, 12));
/** Seconds after `NOW`, or before it. */
export const at = (seconds: number): EpochMs => epochMs(NOW + seconds * 1000);

export const TENANT = tenantId('EW7Y4GRDSP');
export const ORDER_ID = orderId('1001');
/** Two attempts of the order; B is the later one. */
export const A = attemptId('019b8e0f4c0070008000000000000aaa');
export const B = attemptId('019b8e1f4c0070008000000000000bbb');
export const C = attemptId('019b8e2f4c0070008000000000000ccc');
export const refOf = (id: AttemptId): AttemptRef => ({ tenantId: TENANT, orderId: ORDER_ID, attemptId: id });

export function cardToken(text: string): CardToken {
  if (!isCardToken(text)) throw new RangeError('not a card token');
  return text;
}

export const TRY = currency('TRY');

export function minor(amount: string, code = TRY): AmountMinor {
  const parsed = parseAmount(amount, code);
  if (parsed.kind === 'invalid') throw new RangeError(parsed.reason);
  return parsed.amountMinor;
}

export const CARD = cardTokenHash(cardToken('tok_visa'));
export const OTHER_CARD = cardTokenHash(cardToken('tok_mastercard'));

/** Accepted at `NOW`, nothing sent. */
export const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  orderId: ORDER_ID,
  attemptId: A,
  clientKeyHash: 'c'.repeat(32),
  providerKey: providerKeyFrom('019b8e0f-4c00-7001-8000-0000000000aa'),
  reference: referenceOf(refOf(over.attemptId ?? A)),
  amountMinor: minor('548.90'),
  currency: TRY,
  provider: 'http',
  cardTokenHash: CARD,
  sealKey: sealKeyFrom(new Uint8Array(32).fill(7)),
  status: 'Open',
  resumes: 0,
  lastStartedAt: NOW,
  sends: 0,
  runSends: 0,
  runPolls: 0,
  bodyHash: 'b'.repeat(64),
  notFoundReadings: 0,
  timeline: [{ at: NOW, what: 'accepted' }],
  createdAt: NOW,
  dueShard: '3',
  nextCheckAt: toSecondsUp(at(120)),
  checks: 0,
  ...over,
});

/** After `sends` claims at `NOW`, of which those in `doubtful` are not proved refused. */
export const sent = (sends: number, doubtful: readonly number[], over: Partial<Attempt> = {}): Attempt =>
  attempt({
    sends,
    runSends: sends,
    firstSentAt: NOW,
    lastSentAt: NOW,
    ...(doubtful.length > 0 ? { doubtful: new Set(doubtful) } : {}),
    ...over,
  });

/** Closed: no seal key, nobody looks again. */
export function ended(status: Exclude<Attempt['status'], 'Open'>, over: Partial<Attempt> = {}): Attempt {
  const { sealKey, dueShard, nextCheckAt, ...kept } = sent(1, [], { status, closedAt: at(1), ...over });
  return kept;
}

const placedOrder: Order = {
  orderId: ORDER_ID,
  status: 'Placed',
  amountMinor: minor('548.90'),
  currency: TRY,
  createdAt: at(-60),
};
export const placed = (): Order => placedOrder;
export const waitingFor = (id: AttemptId): Order => ({ ...placedOrder, status: 'PaymentPending', openAttemptId: id });
export const paidBy = (id: AttemptId, open?: AttemptId): Order => ({
  ...placedOrder,
  status: 'Paid',
  paidAttemptId: id,
  ...(open === undefined ? {} : { openAttemptId: open }),
});

export const settings = (over: Partial<Settings> = {}, provider: Partial<ProviderSettings> = {}): Settings => ({
  ...DEFAULT_SETTINGS,
  ...over,
  provider: { ...DEFAULT_SETTINGS.provider, ...provider },
});

export const DEFAULTS = settings();
/** A provider that takes no idempotency keys. */
export const NO_KEYS = settings({}, { supportsIdempotencyKeys: false, replaysFirstResult: false });
/** A provider that takes keys, but answers a repeated key with a new result after a decline. */
export const NOT_REPLAYING = settings({}, { replaysFirstResult: false });
/** A provider that may charge, answer with an error, and charge again when the key comes back. */
export const FORGETS_ERRORS = settings({}, { replaysFirstResult: false, keepsChargesAnsweredWithErrors: false });
