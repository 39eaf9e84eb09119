// Closes an attempt on proof of a charge, whatever its order has come to in the meantime.

import type { AttemptRef } from '#core/ids/reference.ts';
import type { Ambient } from '#core/ports/ambient.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { Attempt, Evidence } from '#core/records/attempt.ts';
import {
  CLOSE_ITEMS,
  closeSucceeded,
  type OrderStanding,
  othersDue,
  type Success,
} from '#core/writes/close-succeeded.ts';
import { orderStanding } from '#core/writes/order-standing.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import { Contention } from './contention.ts';

export interface SettleDeps {
  readonly store: PaymentStore;
  readonly ambient: Pick<Ambient, 'now' | 'uuid'>;
}

export interface Charged {
  readonly ref: AttemptRef;
  readonly providerPaymentId: string;
  /** Further charges of the same attempt: each is money to go back. */
  readonly more?: readonly string[];
  readonly evidence: Evidence;
}

/** Others may write between our read and our write; each such loss is somebody's progress. */
const MOST_TRIES = 10;

/** Idempotent: the same proof twice changes nothing; another charge of the same attempt opens a review. @throws Contention */
export async function settleSucceeded({ store, ambient }: SettleDeps, charged: Charged): Promise<void> {
  let standing: OrderStanding | null = { kind: 'waitsForThis' };
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const success: Success = { ...charged, now: ambient.now(), token: ambient.uuid() };
    if (standing !== null) {
      const written = await store.write(closeSucceeded(success, standing));
      if (written.written) return;
      const attempt = written.failed.find(({ index }) => index === CLOSE_ITEMS.attempt);
      if (attempt) return alreadySucceeded(store, success, ambient.uuid(), attempt.current as Attempt | null);
    }
    standing = await readStanding(store, charged.ref);
  }
  throw new Contention(`no standing of the order held for ${MOST_TRIES} tries`);
}

/** The review keeps its first evidence: one that was raised with the close names all charges already. */
async function alreadySucceeded(
  store: PaymentStore,
  success: Success,
  token: string,
  current: Attempt | null,
): Promise<void> {
  if (current === null) throw new Contention('the attempt is not in the table');
  const due = othersDue(success, current.providerPaymentId);
  if (due) await store.write(raiseReview(due, token));
}

async function readStanding(store: PaymentStore, ref: AttemptRef): Promise<OrderStanding | null> {
  const order = await store.getOrder(ref.tenantId, ref.orderId);
  if (order === null) throw new Contention('the order is not in the table');
  const other = order.openAttemptId;
  const open = other && other !== ref.attemptId ? await store.getAttempt({ ...ref, attemptId: other }) : null;
  return orderStanding(order, ref.attemptId, open);
}
