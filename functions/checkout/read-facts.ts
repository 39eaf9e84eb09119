// Reads what a checkout's decision needs, and no more; every write that follows holds only if it still stands.

import type { CheckoutFacts } from '#core/checkout/ladder.ts';
import type { AttemptId } from '#core/ids/attempt-id.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { isLive } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import type { CheckoutDeps } from './deps.ts';
import type { CheckoutIntent } from './intent.ts';

/** `known`: the order, if it was just read. null: there is no such order. */
export async function readFacts(
  { store, ambient }: CheckoutDeps,
  intent: CheckoutIntent,
  known: Order | null,
): Promise<CheckoutFacts | null> {
  const [order, stored] = await Promise.all([
    known ?? store.getOrder(intent.tenantId, intent.orderId),
    store.getClientKey(intent.scope),
  ]);
  if (order === null) return null;
  const key = stored && isLive(stored, ambient.now()) ? stored : null;
  const read = new Map<AttemptId, Promise<Attempt | null>>();
  const attempt = (id: AttemptId | undefined): Promise<Attempt | null> => {
    if (id === undefined) return Promise.resolve(null);
    const known = read.get(id) ?? store.getAttempt({ ...intent, attemptId: id });
    read.set(id, known);
    return known;
  };
  // A success of an earlier attempt has always made the order Paid, in one write.
  const earlierIds = order.status === 'Paid' ? (key?.earlierAttemptIds ?? []) : [];
  const [own, open, paid, ...earlier] = await Promise.all([
    attempt(key?.attemptId),
    attempt(order.openAttemptId),
    attempt(order.paidAttemptId),
    ...earlierIds.map(attempt),
  ]);
  return {
    order,
    key,
    own: own ?? null,
    open: open ?? null,
    paid: paid ?? null,
    earlier: earlier.filter((a) => a !== null),
    fingerprint: intent.fingerprint,
    cardTokenHash: intent.cardTokenHash,
  };
}
