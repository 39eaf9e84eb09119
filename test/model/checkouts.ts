// A customer's checkout: what it reads, what core's ladder makes of it, and the write that follows as a step of its own.

import { type CheckoutFacts, checkoutDecision } from '#core/checkout/ladder.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { isLive } from '#core/records/client-key.ts';
import { accept, join } from '#core/writes/accept.ts';
import { cardHash, fingerprint, intended, keyFrom, numberOf, orderFrom, refOf, scopeOf } from './records.ts';
import type { CheckoutState, OrderState, State } from './state.ts';
import { type Changed, carryOver, recordOf, storedKey, storedOrder, Tables } from './tables.ts';
import { NOW } from './ticks.ts';
import { ATTEMPT, bit } from './words.ts';
import { keeps, type World } from './world.ts';

export interface Wish {
  /** Counted from 0. */
  readonly key: number;
  readonly card: number;
}

export interface Decided {
  readonly kind: ReturnType<typeof checkoutDecision>['kind'];
  /** The attempt that it is about. */
  readonly attempt: number;
  /** Of a replay: how the attempt ended. */
  readonly ended: number;
  readonly seen: number;
  readonly earlier: number;
}

/** The facts as `functions/checkout/read-facts` gathers them; the order may have been read before the rest. */
export function decide(s: State, wish: Wish, order: OrderState, world: World): Decided {
  const held = s.keys[wish.key];
  const about = `${wish.key} ${wish.card} ${held ? storedKey(held) : ''}`;
  const text = String.fromCharCode(order.status, order.open, order.paid);
  return world.memory.of('checkout', `${about} ${text} ${storedOrder(s)}`, (): Decided => {
    const facts = factsFor(s, wish, order, world);
    const decision = checkoutDecision(facts);
    const attempt = 'attempt' in decision ? numberOf(decision.attempt.attemptId) : 0;
    const own = numberOf(facts.own?.attemptId);
    const before = facts.key?.earlierAttemptIds?.reduce((mask, a) => mask | bit(numberOf(a)), 0) ?? 0;
    return {
      kind: decision.kind,
      attempt,
      ended: s.attempts[attempt - 1]?.status ?? ATTEMPT.Absent,
      seen: own,
      // An abandoned attempt may yet succeed; a failed one is proved not charged.
      earlier: facts.own?.status === 'Abandoned' ? before | bit(own) : before,
    };
  });
}

function factsFor(s: State, wish: Wish, { status, open, paid }: OrderState, world: World): CheckoutFacts {
  const order = orderFrom({ status, open, paid });
  const held = s.keys[wish.key];
  const stored = held ? keyFrom(held, world.ticks.clientKeyTtl) : null;
  const key = stored && isLive(stored, NOW) ? stored : null;
  const earlier = order.status === 'Paid' && keeps(world, 'earlierAttemptsRead') ? (key?.earlierAttemptIds ?? []) : [];
  const read = (n: number): Attempt | null => recordOf(s, n, world);
  return {
    order,
    key,
    own: read(numberOf(key?.attemptId)),
    open: read(open),
    paid: read(paid),
    earlier: earlier.map((a) => read(numberOf(a))).filter((a) => a !== null),
    fingerprint: keeps(world, 'fingerprintCompared') || !key ? fingerprint(wish.card) : key.fingerprint,
    cardTokenHash: cardHash(wish.card),
  };
}

function keyWrite(c: CheckoutState, attempt: number, world: World) {
  const record = keyFrom({ attempt, card: c.card, age: 0, earlier: c.earlier }, world.ticks.clientKeyTtl);
  if (record === null) throw new Error('a key leads to an attempt');
  return { scope: scopeOf(c.key), record, now: NOW };
}

const seenBy = ({ seen }: CheckoutState): string | null => (seen === 0 ? null : refOf(seen).attemptId);

function write(s: State, c: CheckoutState, world: World, about: string, make: () => Parameters<Tables['write']>[0]) {
  const held = s.keys[c.key];
  const wish = `${about} ${c.key} ${c.card} ${c.seen} ${c.earlier} ${held ? storedKey(held) : ''}`;
  const changed = world.memory.of('checkout write', `${wish} ${storedOrder(s)}`, (): Changed | false => {
    const tables = new Tables(s, world, c.key);
    return tables.write(make()).length === 0 && tables.changed();
  });
  if (changed) carryOver(s, changed, world);
  return changed !== false;
}

/** Answers the new attempt's number; 0: somebody else wrote first, or the world has no room for another attempt. */
export function acceptIntent(s: State, c: CheckoutState, world: World): number {
  const n = s.attempts.findIndex(({ status }) => status === ATTEMPT.Absent) + 1;
  if (n === 0) return 0;
  const written = write(s, c, world, 'accept', () => {
    const attempt = intended(n, c.card, orderFrom(s.order), world.settings);
    return accept({ attempt, key: keyWrite(c, n, world), seen: seenBy(c), token: 'accept' });
  });
  return written ? n : 0;
}

export const joinAttempt = (s: State, c: CheckoutState, world: World): boolean =>
  write(s, c, world, `join ${c.attempt}`, () => {
    const openAttempt = recordOf(s, c.attempt, world);
    if (openAttempt === null) throw new Error('only what was read is joined');
    return join({ openAttempt, key: keyWrite(c, c.attempt, world), seen: seenBy(c), token: 'join' });
  });
