// Whatever deciding writes come in whatever order, the engine and the interpreter answer the same and hold the same.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import { attemptAddress, clientKeyAddress, orderAddress, reviewAddress } from '#core/records/address.ts';
import type { Attempt, NegativeStatus } from '#core/records/attempt.ts';
import { toSeconds } from '#core/time/instant.ts';
import { accept, join } from '#core/writes/accept.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { clearSend } from '#core/writes/clear-send.ts';
import { closeNegatively, type OrderBehind } from '#core/writes/close-negatively.ts';
import { closeSucceeded, type OrderStanding } from '#core/writes/close-succeeded.ts';
import { countReading } from '#core/writes/count-reading.ts';
import { createOrder, type KeyWrite } from '#core/writes/create-order.ts';
import { endVigil, moveDue } from '#core/writes/move-due.ts';
import { orderBehind, orderStanding } from '#core/writes/order-standing.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import { resume } from '#core/writes/resume.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { database } from '../adapters/dynamodb/engine.ts';
import { A, at, attempt, B, DEFAULTS, NO_KEYS, ORDER_ID, placed, refOf, TENANT, waitingFor } from '../core/examples.ts';
import { Tables } from '../core/writes/interpreter.ts';
import { memoryStore } from './memory-store.ts';
import { stand, stored, token } from './stored.ts';

const db = database();

/** One step: which write, on which attempt, and how far its idea of the attempt is from the truth. */
const step = fc.record({
  write: fc.nat(),
  id: fc.constantFrom(A, B),
  other: fc.constantFrom(A, B),
  off: fc.constantFrom(0, 0, 0, 0, 1),
  passed: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 1, 5, 5, 5, 61, 2_000),
  key: fc.constantFrom('key-1', 'key-2'),
  choice: fc.nat({ max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const scopeOf = (key: string) => ({ tenantId: TENANT, method: 'POST', route: '/checkout', ids: [ORDER_ID], key });
const STATUSES: readonly NegativeStatus[] = ['Declined', 'Failed', 'Abandoned'];
const BEHIND: readonly OrderBehind[] = ['waitsForThis', 'paidByOther', 'elsewhere'];
const pick = <Value>(from: readonly Value[], n: number): Value => from[n % from.length] as Value;

function standingOf({ other, choice }: Step): OrderStanding {
  return pick<OrderStanding>(
    [
      { kind: 'waitsForThis' },
      { kind: 'placed' },
      { kind: 'otherUnsent', other },
      { kind: 'otherSent', other },
      { kind: 'paidByOther', paidBy: other, openHere: false },
      { kind: 'paidByOther', paidBy: other, openHere: true },
    ],
    choice,
  );
}

/** How things stand, as a caller reads them before it writes. */
interface Seen {
  readonly attempt: Attempt;
  readonly standing: OrderStanding | null;
  readonly behind: OrderBehind;
}

async function see(store: PaymentStore, { id }: Step): Promise<Seen> {
  const order = (await store.getOrder(TENANT, ORDER_ID)) ?? placed();
  const open = order.openAttemptId ? await store.getAttempt(refOf(order.openAttemptId)) : null;
  return {
    attempt: (await store.getAttempt(refOf(id))) ?? attempt({ attemptId: id }),
    standing: orderStanding(order, id, open),
    behind: orderBehind(order, id),
  };
}

function writeOf(of: Step, now: ReturnType<typeof at>, { attempt: seen, standing, behind }: Seen): DecidingWrite {
  const { id, other, off, choice } = of;
  const ref = refOf(id);
  const mine = { ref, now, token: token() };
  const attemptId = id;
  const record = { fingerprint: 'f', orderId: ORDER_ID, attemptId, expiresAt: toSeconds(at(2_000)) };
  const key: KeyWrite = { scope: scopeOf(of.key), now, record };
  const sends = seen.sends + off;
  const led = pick([null, other], choice);
  const writes: (() => DecidingWrite)[] = [
    () => createOrder(placed(), key, mine.token),
    () => accept({ attempt: attempt({ attemptId, lastStartedAt: now }), key, seen: led, token: mine.token }),
    () => join({ openAttempt: seen, key, seen: led, token: mine.token }),
    () => claimSend({ ...mine, sends, resumes: seen.resumes + off, poll: choice > 3 }, choice > 2 ? NO_KEYS : DEFAULTS),
    () => clearSend({ ...mine, send: sends, credentialsRefusedIn: choice > 3 ? 0 : null, detail: 'refused' }),
    () =>
      closeSucceeded(
        { ...mine, providerPaymentId: 'ch_1', evidence: { source: 'lookup' } },
        off === 0 && standing ? standing : standingOf(of),
      ),
    () =>
      closeNegatively(
        {
          ...mine,
          status: pick(STATUSES, choice),
          sends,
          evidence: { source: 'lookup' },
          nextLook: pick([null, toSeconds(now)], choice),
        },
        off === 0 ? behind : pick(BEHIND, choice),
      ),
    () => resume(ref, now, mine.token),
    () => countReading({ ...mine, seen: { ...seen, sends }, recheckSeconds: 60 }),
    () =>
      moveDue(
        attemptAddress(ref),
        toSeconds(at((seen.nextCheckAt ? seen.nextCheckAt - toSeconds(at(0)) : 120) + off)),
        toSeconds(at(120 + choice)),
        mine.token,
      ),
    () => endVigil(ref, mine.token),
    () =>
      raiseReview(
        { ...ref, kind: 'undecided', status: 'Open', reference: seen.reference, evidence: {}, raisedAt: now },
        mine.token,
      ),
  ];
  const often = [...writes, ...writes.slice(1, 5), ...writes.slice(3, 4), ...writes.slice(7, 9)];
  return pick(often, of.write)();
}

/** DynamoDB cannot hold one item twice in a transaction; no caller of ours asks for it. */
const isSound = ({ items }: DecidingWrite) =>
  new Set(items.map((item) => JSON.stringify(item.at))).size === items.length;

const everything = (store: PaymentStore) =>
  stored(
    store,
    orderAddress(TENANT, ORDER_ID),
    ...[A, B].map((id) => attemptAddress(refOf(id))),
    ...['key-1', 'key-2'].map((key) => clientKeyAddress(scopeOf(key))),
    ...[A, B].flatMap((id) => [reviewAddress(refOf(id), 'refund-due'), reviewAddress(refOf(id), 'undecided')]),
  );

test('the engine and the interpreter agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const engine = createPaymentStore(db.client, await db.freshTables());
      const interpreter = memoryStore(new Tables());
      for (const store of [engine, interpreter])
        await stand(store, [orderAddress(TENANT, ORDER_ID), waitingFor(A)], [attemptAddress(refOf(A)), attempt()]);
      let now = at(0);
      for (const next of steps) {
        now = at((now - at(0)) / 1_000 + next.passed);
        const write = writeOf(next, now, await see(interpreter, next));
        if (!isSound(write)) continue;
        expect(await engine.write(write), write.name).toEqual(await interpreter.write(write));
      }
      expect(await everything(engine)).toEqual(await everything(interpreter));
    }),
    { numRuns: 25 },
  );
});
