// Closes an attempt as declined, failed or abandoned, if no send was claimed since the evidence was taken.

import type { Attempt } from '#core/records/attempt.ts';
import type { Order } from '#core/records/order.ts';
import { closeNegatively, type NegativeClose, type OrderBehind } from '#core/writes/close-negatively.ts';
import { CLOSE_ITEMS } from '#core/writes/close-succeeded.ts';
import { orderBehind } from '#core/writes/order-standing.ts';
import { Contention } from './contention.ts';
import type { SettleDeps } from './settle-succeeded.ts';

export type NegativelySettled =
  | { readonly closed: true }
  /** A send, or another close, came first: the attempt as it stands. */
  | { readonly closed: false; readonly current: Attempt };

const MOST_TRIES = 5;

/** @throws Contention */
export async function settleNegatively(
  { store, ambient }: SettleDeps,
  close: Omit<NegativeClose, 'now' | 'token'>,
): Promise<NegativelySettled> {
  let order: OrderBehind = 'waitsForThis';
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const written = await store.write(closeNegatively({ ...close, now: ambient.now(), token: ambient.uuid() }, order));
    if (written.written) return { closed: true };
    const attempt = written.failed.find(({ index }) => index === CLOSE_ITEMS.attempt);
    if (attempt) {
      if (attempt.current === null) throw new Contention('the attempt is not in the table');
      return { closed: false, current: attempt.current as unknown as Attempt };
    }
    const seen = written.failed.find(({ index }) => index === CLOSE_ITEMS.order)?.current;
    if (!seen) throw new Contention('the order is not in the table');
    order = orderBehind(seen as unknown as Order, close.ref.attemptId);
  }
  throw new Contention(`no standing of the order held for ${MOST_TRIES} tries`);
}
