// The deciding writes in any order, made on what was just read or on what was read long ago: what must hold after each
// (design section 9, and what a close does to the order, section 3).

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AttemptId } from '#core/ids/attempt-id.ts';
import { attemptAddress, orderAddress, reviewAddress } from '#core/records/address.ts';
import { type Attempt, doubtfulSends, type NegativeStatus } from '#core/records/attempt.ts';
import type { Order } from '#core/records/order.ts';
import { type EpochMs, plusSeconds, toSeconds } from '#core/time/instant.ts';
import { accept } from '#core/writes/accept.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { clearSend } from '#core/writes/clear-send.ts';
import { closeNegatively } from '#core/writes/close-negatively.ts';
import { closeSucceeded } from '#core/writes/close-succeeded.ts';
import { countReading } from '#core/writes/count-reading.ts';
import { orderBehind, orderStanding } from '#core/writes/order-standing.ts';
import { resume } from '#core/writes/resume.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { A, attempt, B, C, NOW, ORDER_ID, placed, refOf, settings, TENANT } from '../examples.ts';
import type { Item, Tables } from './interpreter.ts';
import { SCOPE, world } from './world.ts';

const IDS = [A, B, C];
const LONG_RUNS = settings({ chargeDeadlineSeconds: 600 });

interface Seen {
  readonly order: Order;
  readonly attempts: ReadonlyMap<AttemptId, Attempt>;
}

function read(tables: Tables): Seen {
  const item = (found: Item | null) => structuredClone(found);
  const attempts = IDS.flatMap((id): [AttemptId, Attempt][] => {
    const found = item(tables.get(attemptAddress(refOf(id))));
    return found ? [[id, found as unknown as Attempt]] : [];
  });
  return { order: item(tables.get(orderAddress(TENANT, ORDER_ID))) as unknown as Order, attempts: new Map(attempts) };
}

const VERBS = ['accept', 'claim', 'clear', 'succeed', 'decline', 'fail', 'abandon', 'resume', 'count'] as const;
type Verb = (typeof VERBS)[number] | 'read';
const MORE_OFTEN: Verb[] = [
  'accept',
  'accept',
  'claim',
  'claim',
  'clear',
  'clear',
  'fail',
  'fail',
  'abandon',
  'abandon',
  'read',
];
const anyAct = fc.record({
  verb: fc.constantFrom<Verb>(...VERBS, ...MORE_OFTEN),
  /** Whom it is about: mostly the open attempt; a success may be of any that has sent. */
  pick: fc.nat(11),
  /** Made on what the last `read` showed, not on what is there now. */
  stale: fc.constantFrom(false, false, true),
});
type Act = typeof anyAct extends fc.Arbitrary<infer T> ? T : never;

function about({ verb, pick }: Act, { order, attempts }: Seen): AttemptId {
  const charged = [...attempts.values()].filter(({ sends, status }) => sends > 0 && status !== 'Succeeded');
  const late = charged.filter(({ status }) => status !== 'Open');
  const lucky = late.length > 0 && pick > 2 ? late : charged;
  if (verb === 'succeed') return lucky[pick % lucky.length]?.attemptId ?? A;
  if (verb === 'accept') return IDS.find((free) => !attempts.has(free)) ?? A;
  return (pick === 0 ? IDS.at(-1) : order.openAttemptId) ?? A;
}

/** The write that somebody would make on what they were shown, and what it is counted as; null: none. */
function intended(one: Act, shown: Seen, now: EpochMs, token: string): [string, DecidingWrite] | null {
  const { order, attempts } = shown;
  const id = about(one, shown);
  const common = { ref: refOf(id), now, token };
  if (one.verb === 'accept') {
    const expiresAt = toSeconds(plusSeconds(now, 9_999));
    const key = { scope: { ...SCOPE, key: token }, record: { fingerprint: 'f', orderId: ORDER_ID, expiresAt }, now };
    const intent = attempt({ attemptId: id, lastStartedAt: now, createdAt: now });
    return ['accept', accept({ attempt: intent, key, seen: null, token })];
  }
  const seen = attempts.get(id);
  if (!seen) return null;
  const { sends, resumes } = seen;
  const lose = (status: NegativeStatus): [string, DecidingWrite] | null => {
    const close = { ...common, status, sends, evidence: { source: 'schedule' as const } };
    return sends === 0 ? null : [status, closeNegatively(close, orderBehind(order, id))];
  };
  switch (one.verb) {
    case 'claim':
      return ['claim', claimSend({ ...common, resumes, sends, poll: false }, LONG_RUNS)];
    case 'clear':
      return ['clear', clearSend({ ...common, send: sends, credentialsRefusedIn: null, detail: '503' })];
    case 'succeed': {
      const open = order.openAttemptId === undefined ? undefined : attempts.get(order.openAttemptId);
      const standing = orderStanding(order, id, open ?? null);
      const charged = { ...common, providerPaymentId: `ch_${id}`, evidence: { source: 'lookup' as const } };
      return sends === 0 || standing === null ? null : [standing.kind, closeSucceeded(charged, standing)];
    }
    case 'decline':
      return lose('Declined');
    case 'fail':
      return doubtfulSends(seen).size === 0 ? lose('Failed') : null;
    case 'abandon':
      return lose('Abandoned');
    case 'resume':
      return ['resume', resume(common.ref, now, token)];
    case 'count':
      return ['count', countReading({ ...common, seen, recheckSeconds: 60 })];
    case 'read':
      return null;
  }
}

function check(tables: Tables, before: Seen, after: Seen): void {
  const { order, attempts } = after;
  const all = [...attempts.values()];
  const open = all.filter(({ status }) => status === 'Open');
  // One payment at a time, and the order says which.
  expect(open.map(({ attemptId }) => attemptId)).toEqual(
    order.openAttemptId === undefined ? [] : [order.openAttemptId],
  );
  expect(order.status === 'PaymentPending').toBe(open.length > 0 && order.paidAttemptId === undefined);
  expect(order.status === 'Paid').toBe(order.paidAttemptId !== undefined);
  // I2: a known charge is a paid order; I1: a second one is in front of a person.
  for (const { attemptId } of all.filter(({ status }) => status === 'Succeeded')) {
    expect(order.status).toBe('Paid');
    const review = tables.get(reviewAddress(refOf(attemptId), 'refund-due'));
    expect(review !== null).toBe(attemptId !== order.paidAttemptId);
  }
  // I3: a paid order stays paid by the same attempt, and only a success ever follows an ending.
  if (before.order.status === 'Paid') {
    expect(order.status).toBe('Paid');
    expect(order.paidAttemptId).toBe(before.order.paidAttemptId);
  }
  for (const { attemptId, status, sends } of before.attempts.values()) {
    const now = attempts.get(attemptId);
    if (status !== 'Open') expect([status, 'Succeeded']).toContain(now?.status);
    if (status === 'Succeeded') expect(now?.status).toBe('Succeeded');
    // Nothing is sent after an ending, or for an order that is paid.
    if (status !== 'Open' || before.order.status === 'Paid') expect(now?.sends).toBe(sends);
  }
  for (const a of all) {
    expect(a.sealKey !== undefined).toBe(a.status === 'Open');
    expect(a.nextCheckAt !== undefined).toBe(a.status === 'Open');
    expect(a.dueShard !== undefined).toBe(a.status === 'Open');
    expect([...doubtfulSends(a)].every((n) => n >= 1 && n <= a.sends)).toBe(true);
    if (a.status === 'Failed') expect(doubtfulSends(a).size).toBe(0);
  }
}

it('every invariant holds after every write', () => {
  const written = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(anyAct, { minLength: 15, maxLength: 40, size: 'max' }), (acts) => {
      const tables = world({ order: placed() });
      let now = NOW;
      let old = read(tables);
      let before = old;
      for (const [i, one] of acts.entries()) {
        now = plusSeconds(now, 3);
        if (one.verb === 'read') old = before;
        const [name, write] = intended(one, one.stale ? old : before, now, `token ${i}`) ?? [];
        if (name === undefined || write === undefined || !tables.write(write).written) continue;
        written.set(name, (written.get(name) ?? 0) + 1);
        const after = read(tables);
        check(tables, before, after);
        before = after;
      }
    }),
    { numRuns: 1_500, seed: 4 },
  );
  // The walk came everywhere.
  const closes = [
    'Declined',
    'Failed',
    'Abandoned',
    'waitsForThis',
    'placed',
    'otherUnsent',
    'otherSent',
    'paidByOther',
  ];
  for (const name of ['accept', 'claim', 'clear', 'resume', 'count', ...closes])
    expect(written.get(name) ?? 0, name).toBeGreaterThanOrEqual(5);
});
