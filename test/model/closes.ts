// How an attempt is closed, in core's writes and in the order of `functions/settle`: read the order's standing, write, read again.

import type { NegativeStatus } from '#core/records/attempt.ts';
import { closeNegatively, type OrderBehind } from '#core/writes/close-negatively.ts';
import {
  CLOSE_ITEMS,
  closeSucceeded,
  type OrderStanding,
  othersDue,
  type Success,
} from '#core/writes/close-succeeded.ts';
import { orderBehind, orderStanding } from '#core/writes/order-standing.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import { numberOf, paymentId, refOf } from './records.ts';
import type { State } from './state.ts';
import { type Changed, carryOver, storedOrder, Tables } from './tables.ts';
import { NOW } from './ticks.ts';
import { ATTEMPT_STATUSES, bit, type NegativeWord } from './words.ts';
import { keeps, type World } from './world.ts';

const token = 'close';
/** As in `functions/settle`: more losses in a row than there can be others at work. */
const MOST_TRIES = 10;

/** What `functions/settle` calls contention, with nobody else at work. */
export class NoStanding extends Error {
  override readonly name = 'NoStanding';
}

/** `settled`: there is nothing left to do. `refused`: the order did not stand as it was read. */
type Came = { readonly settled: true; readonly changed: Changed } | { readonly settled: false };

/** The standings by number, so that a state can hold one; 0: it must be read. 1 is what every close begins with. */
export const TO_BE_READ = 0;
export const AS_EXPECTED = 1;

const STANDINGS: readonly (OrderStanding | null)[] = [
  null,
  { kind: 'waitsForThis' },
  { kind: 'placed' },
  ...[1, 2, 3].flatMap((n): OrderStanding[] => [
    { kind: 'otherUnsent', other: refOf(n).attemptId },
    { kind: 'otherSent', other: refOf(n).attemptId },
    { kind: 'paidByOther', paidBy: refOf(n).attemptId, openHere: false },
    { kind: 'paidByOther', paidBy: refOf(n).attemptId, openHere: true },
  ]),
];
const BEHINDS: readonly (OrderBehind | null)[] = [null, 'waitsForThis', 'paidByOther', 'elsewhere'];

const standingIn = (tables: Tables, n: number): OrderStanding | null => {
  const open = numberOf(tables.order.openAttemptId);
  return orderStanding(tables.order, refOf(n).attemptId, open === 0 || open === n ? null : tables.attempt(open));
};

export const readStanding = (s: State, n: number, world: World): number =>
  world.memory.of('standing', n + storedOrder(s), () => {
    const found = JSON.stringify(standingIn(new Tables(s, world), n));
    return Math.max(
      0,
      STANDINGS.findIndex((standing) => JSON.stringify(standing) === found),
    );
  });

export const readBehind = (s: State, n: number, world: World): number =>
  world.memory.of('behind', n + storedOrder(s), () =>
    BEHINDS.indexOf(orderBehind(new Tables(s, world).order, refOf(n).attemptId)),
  );

/** Core's write on this standing, and what follows from its answer. null: the order stands otherwise. */
function succeedOn(tables: Tables, success: Success, standing: OrderStanding, world: World): Changed | null {
  const failed = tables.write(closeSucceeded(success, standing));
  if (failed.length === 0) return tables.changed();
  if (!failed.includes(CLOSE_ITEMS.attempt)) return null;
  const { providerPaymentId } = tables.attempt(numberOf(success.ref.attemptId)) ?? {};
  const due = othersDue(success, keeps(world, 'samePaymentKnown') ? providerPaymentId : undefined);
  if (due) tables.write(raiseReview(due, token));
  return tables.changed();
}

const proof = (n: number, charges: readonly number[]): Success => {
  const [first = 1, ...more] = charges;
  const evidence = { source: 'lookup' } as const;
  return { ref: refOf(n), providerPaymentId: paymentId(first), more: more.map(paymentId), evidence, now: NOW, token };
};

/** Closes on proof of these charges. Without `standing` the tries follow each other at once, else one try is made. */
export function succeed(s: State, n: number, charges: readonly number[], world: World, standing?: number): boolean {
  const came = world.memory.of('succeed', `${n} ${charges} ${standing} ${storedOrder(s)}`, (): Came => {
    let known: OrderStanding | null = STANDINGS[standing ?? AS_EXPECTED] ?? null;
    for (let tried = 0; tried < (standing === undefined ? MOST_TRIES : 1); tried++) {
      const tables = new Tables(s, world);
      const changed = known && succeedOn(tables, proof(n, charges), known, world);
      if (changed) return { settled: true, changed };
      known = standingIn(tables, n);
    }
    if (standing === undefined) throw new NoStanding();
    return { settled: false };
  });
  if (!came.settled) return false;
  carryOver(s, came.changed, world);
  const attempt = s.attempts[n - 1];
  for (const charge of charges) if (attempt) attempt.known |= bit(charge);
  return true;
}

const NOTHING: Changed = { order: null, attempts: [], keys: [], refundsDue: [] };

/** Closes negatively, if no send was claimed since `sends` was read. */
export function close(
  s: State,
  n: number,
  word: NegativeWord,
  sends: number,
  world: World,
  standing?: number,
): boolean {
  const came = world.memory.of('close', `${n} ${word} ${sends} ${standing} ${storedOrder(s)}`, (): Came => {
    const status = ATTEMPT_STATUSES[word] as NegativeStatus;
    const negative = { ref: refOf(n), status, sends, evidence: { source: 'lookup' }, now: NOW, token } as const;
    let behind = BEHINDS[standing ?? AS_EXPECTED] ?? null;
    for (let tried = 0; tried < (standing === undefined ? MOST_TRIES : 1); tried++) {
      const tables = new Tables(s, world);
      const failed = behind && tables.write(closeNegatively(negative, behind));
      if (failed?.length === 0) return { settled: true, changed: tables.changed() };
      if (failed?.includes(CLOSE_ITEMS.attempt)) return { settled: true, changed: NOTHING };
      behind = orderBehind(tables.order, refOf(n).attemptId);
    }
    if (standing === undefined) throw new NoStanding();
    return { settled: false };
  });
  if (!came.settled) return false;
  carryOver(s, came.changed, world);
  return true;
}
