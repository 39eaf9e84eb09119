// The records of core that a state stands for, and back: what core's functions read and write is made of these.

import { cardTokenHash, isCardToken, sealKeyFrom } from '#core/cards/card-token.ts';
import { newAttempt } from '#core/checkout/new-attempt.ts';
import { type AttemptId, attemptId, providerKeyFrom } from '#core/ids/attempt-id.ts';
import { orderId } from '#core/ids/order-id.ts';
import { type AttemptRef, referenceOf } from '#core/ids/reference.ts';
import { tenantId } from '#core/ids/tenant-id.ts';
import { parseAmount } from '#core/money/amount.ts';
import { currency } from '#core/money/currency.ts';
import type { ClientKeyScope } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import type { Settings } from '#core/settings/settings.ts';
import { plusSeconds, toSeconds } from '#core/time/instant.ts';
import type { OrderState, StoredAttempt, StoredKey } from './state.ts';
import { ago, NOW, startedAgo, TICK_SECONDS, ticksSince } from './ticks.ts';
import { ATTEMPT_STATUSES, bit, membersOf, ORDER_STATUSES } from './words.ts';

const TENANT = tenantId('EW7Y4GRDSP');
const ORDER_ID = orderId('1001');
const TRY = currency('TRY');
const AMOUNT = parseAmount('548.90', TRY);
if (AMOUNT.kind === 'invalid') throw new RangeError(AMOUNT.reason);
const MONEY = { amountMinor: AMOUNT.amountMinor, currency: TRY };

const IDS: readonly AttemptId[] = ['a', 'b', 'c'].map((c) => attemptId(`019b8e0f4c0070008000000000000${c.repeat(3)}`));
const id = (n: number): AttemptId => IDS[n - 1] ?? attemptId('none');
export const numberOf = (attempt: string | undefined): number =>
  attempt === undefined ? 0 : IDS.indexOf(attempt as AttemptId) + 1;
export const refOf = (n: number): AttemptRef => ({ tenantId: TENANT, orderId: ORDER_ID, attemptId: id(n) });

export const cardHash = (card: number) => {
  const token = `tok_${card}`;
  if (!isCardToken(token)) throw new RangeError('not a card token');
  return cardTokenHash(token);
};
const CARD_HASHES = [0, 1, 2, 3].map(cardHash);
/** The fingerprint of a checkout is told apart by its card alone: all are of one order. */
export const fingerprint = (card: number): string => `card ${card}`;
export const paymentId = (charge: number): string => `ch_${charge}`;

export const scopeOf = (key: number): ClientKeyScope => ({
  tenantId: TENANT,
  method: 'POST',
  route: '/orders/{orderId}/checkout',
  ids: [ORDER_ID],
  key: `k-${key + 1}`,
});

export const orderFrom = ({ status, open, paid }: OrderState): Order => ({
  orderId: ORDER_ID,
  ...MONEY,
  status: ORDER_STATUSES[status] ?? 'Placed',
  ...(open === 0 ? {} : { openAttemptId: id(open) }),
  ...(paid === 0 ? {} : { paidAttemptId: id(paid) }),
  createdAt: ago(1000),
});

export const orderState = (order: Order): OrderState => ({
  status: ORDER_STATUSES.indexOf(order.status),
  open: numberOf(order.openAttemptId),
  paid: numberOf(order.paidAttemptId),
});

/** As checkout makes it, before anything is sent. */
export const intended = (n: number, card: number, order: Order, settings: Settings): Attempt =>
  newAttempt(
    {
      order,
      attemptId: id(n),
      clientKeyHash: 'c'.repeat(32),
      providerKey: providerKeyFrom('019b8e0f-4c00-7001-8000-0000000000aa'),
      reference: referenceOf(refOf(n)),
      cardTokenHash: CARD_HASHES[card] ?? cardHash(card),
      sealKey: sealKeyFrom(new Uint8Array(32)),
      bodyHash: 'b'.repeat(64),
      now: NOW,
    },
    settings,
  );

/**
 * `maxSends`, its budget and the breaker are not counted here: whatever they say, some branch of the model does it.
 * Every attempt seems to have sent once in its run, and each decision is asked for with and without a send to spare.
 */
export function attemptFrom(n: number, stored: StoredAttempt, order: Order, settings: Settings): Attempt | null {
  const status = ATTEMPT_STATUSES[stored.status];
  if (!status) return null;
  const { resumes, sends, doubtful, held, readings, payment, sinceCheck } = stored;
  return {
    ...intended(n, stored.card, order, settings),
    status,
    resumes,
    lastStartedAt: startedAgo(stored.sinceStart),
    sends,
    runSends: sends === 0 ? 0 : 1,
    notFoundReadings: readings,
    ...(doubtful === 0 ? {} : { doubtful: new Set(membersOf(doubtful)) }),
    ...(held === 0 ? {} : { held: true }),
    ...(payment === 0 ? {} : { providerPaymentId: paymentId(payment) }),
    ...(sends === 0 ? {} : { firstSentAt: ago(stored.sinceFirst), lastSentAt: ago(stored.sinceSend) }),
    ...(sinceCheck === 0 ? {} : { lastCheckedAt: ago(sinceCheck - 1) }),
  };
}

export function attemptState(attempt: Attempt, before: StoredAttempt): StoredAttempt {
  const since = (at: number | undefined) => (at === undefined ? 0 : ticksSince(at));
  return {
    status: ATTEMPT_STATUSES.indexOf(attempt.status),
    card: CARD_HASHES.indexOf(attempt.cardTokenHash),
    resumes: attempt.resumes,
    sends: attempt.sends,
    doubtful: [...(attempt.doubtful ?? [])].reduce((mask, n) => mask | bit(n), 0),
    held: attempt.held ? 1 : 0,
    // Two suffice: what stands beyond them is the same to every decision.
    readings: Math.min(attempt.notFoundReadings, 2),
    payment: Number(attempt.providerPaymentId?.slice(3) ?? before.payment),
    sinceStart: since(attempt.lastStartedAt),
    sinceSend: since(attempt.lastSentAt),
    sinceFirst: since(attempt.firstSentAt),
    sinceCheck: attempt.lastCheckedAt === undefined ? 0 : ticksSince(attempt.lastCheckedAt) + 1,
  };
}

const FAR_AHEAD = 1000;
const expiry = (ticks: number) => toSeconds(plusSeconds(NOW, ticks * TICK_SECONDS));

/** `ttl`: in ticks; null: it never expires. */
export const keyFrom = ({ attempt, card, age, earlier }: StoredKey, ttl: number | null): ClientKey | null =>
  attempt === 0
    ? null
    : {
        fingerprint: fingerprint(card),
        orderId: ORDER_ID,
        attemptId: id(attempt),
        ...(earlier === 0 ? {} : { earlierAttemptIds: membersOf(earlier).map(id) }),
        expiresAt: expiry(ttl === null ? FAR_AHEAD : ttl - age),
      };

export const keyState = (key: ClientKey): StoredKey => ({
  attempt: numberOf(key.attemptId),
  card: Number(key.fingerprint.slice(5)),
  age: 0,
  earlier: (key.earlierAttemptIds ?? []).reduce((mask, a) => mask | bit(numberOf(a)), 0),
});
