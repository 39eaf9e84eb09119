// Carries a deciding write of core out on the records that a state stands for: all of its items, or none.

import { attemptAddress, clientKeyAddress, orderAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { apply, holds, type Item } from '../core/writes/interpreter.ts';
import { attemptFrom, attemptState, keyFrom, keyState, orderFrom, orderState, refOf, scopeOf } from './records.ts';
import type { AttemptState, KeyState, OrderState, State, StoredAttempt, StoredKey } from './state.ts';
import { bit } from './words.ts';
import type { World } from './world.ts';

/** What writes have changed, as a state keeps it. */
export interface Changed {
  readonly order: OrderState | null;
  readonly attempts: readonly (readonly [number, StoredAttempt])[];
  readonly keys: readonly (readonly [number, StoredKey])[];
  /** Attempts for which a `refund-due` review was raised. */
  readonly refundsDue: readonly number[];
}

const NAMES = new Map(
  [1, 2, 3].flatMap((n): [string, { attempt: number } | { key: number }][] => [
    [addressOf(attemptAddress(refOf(n))), { attempt: n }],
    [addressOf(clientKeyAddress(scopeOf(n - 1))), { key: n - 1 }],
  ]),
);
const ORDER_AT = addressOf(orderAddress(refOf(1).tenantId, refOf(1).orderId));

function addressOf(at: DecidingWrite['items'][number]['at']): string {
  return at.table === 'payments' ? `${at.pk} ${at.sk}` : at.pk;
}

/** The stored part of an attempt, as text: two attempts with the same text are the same record. */
export const stored = (a: AttemptState): string =>
  String.fromCharCode(
    a.status * 8 + a.card,
    a.resumes * 8 + a.sends,
    a.doubtful * 2 + a.held,
    a.readings * 8 + a.payment,
    a.sinceStart,
    a.sinceSend,
    a.sinceFirst,
    a.sinceCheck,
  );
export const storedKey = (k: KeyState): string => String.fromCharCode(k.attempt * 8 + k.card, k.age, k.earlier);

/** Everything that a write to the order and its attempts can depend on. */
export function storedOrder({ order, attempts }: State): string {
  let text = String.fromCharCode(order.status, order.open, order.paid);
  for (const attempt of attempts) text += stored(attempt);
  return text;
}

/** `n` counts from 1. */
export const recordOf = (s: State, n: number, { memory, settings }: World): Attempt | null => {
  const attempt = s.attempts[n - 1];
  if (!attempt) return null;
  return memory.of('record', n + stored(attempt), () => attemptFrom(n, attempt, orderFrom(s.order), settings));
};

export class Tables {
  readonly #items = new Map<string, Item>();
  readonly #changed = new Set<string>();
  readonly #refundsDue: number[] = [];
  readonly #state: State;
  readonly #world: World;

  constructor(state: State, world: World, key: number | null = null) {
    this.#state = state;
    this.#world = world;
    this.#items.set(ORDER_AT, { ...orderFrom(state.order), pk: 'order' });
    for (const n of state.attempts.keys()) {
      const record = recordOf(state, n + 1, world);
      if (record) this.#items.set(addressOf(attemptAddress(refOf(n + 1))), { ...record, pk: 'attempt' });
    }
    const held = key === null ? undefined : state.keys[key];
    const record = held ? keyFrom(held, world.ticks.clientKeyTtl) : null;
    if (key !== null && record) this.#items.set(addressOf(clientKeyAddress(scopeOf(key))), { ...record, pk: 'key' });
  }

  get order(): Order {
    return this.#items.get(ORDER_AT) as unknown as Order;
  }

  attempt(n: number): Attempt | null {
    return (this.#items.get(addressOf(attemptAddress(refOf(n)))) ?? null) as Attempt | null;
  }

  /** Answers the positions of the items whose conditions failed; none: it is written. */
  write(asked: DecidingWrite): readonly number[] {
    const { items } = this.#world.without?.rewrite?.(asked) ?? asked;
    const failed = items.flatMap(({ at, require }, index) => {
      const current = this.#items.get(addressOf(at)) ?? null;
      return require.every((condition) => holds(condition, current)) ? [] : [index];
    });
    if (failed.length > 0) return failed;
    for (const item of items) {
      const at = addressOf(item.at);
      const changed = { ...this.#items.get(at), pk: 'written' };
      if (item.verb === 'put') Object.assign(changed, item.item);
      if (item.verb === 'update') for (const change of item.changes) apply(change, changed);
      if (item.verb !== 'check') this.#put(at, changed);
    }
    return [];
  }

  #put(at: string, item: Item): void {
    this.#items.set(at, item);
    this.#changed.add(at);
    if (item.kind !== 'refund-due') return;
    const named = NAMES.get(
      addressOf(attemptAddress({ ...refOf(1), attemptId: item.attemptId as Attempt['attemptId'] })),
    );
    if (named && 'attempt' in named) this.#refundsDue.push(named.attempt);
  }

  changed(): Changed {
    const named = [...this.#changed].flatMap((at) => {
      const name = NAMES.get(at);
      return name ? [{ name, item: this.#items.get(at) }] : [];
    });
    return {
      order: this.#changed.has(ORDER_AT) ? orderState(this.order) : null,
      attempts: named.flatMap(({ name, item }): [number, StoredAttempt][] => {
        const before = 'attempt' in name ? this.#state.attempts[name.attempt - 1] : undefined;
        return before && 'attempt' in name ? [[name.attempt, attemptState(item as unknown as Attempt, before)]] : [];
      }),
      keys: named.flatMap(({ name, item }): [number, StoredKey][] =>
        'key' in name ? [[name.key, keyState(item as unknown as ClientKey)]] : [],
      ),
      refundsDue: this.#refundsDue,
    };
  }
}

/** Puts what was changed into a state. */
export function carryOver(s: State, { order, attempts, keys, refundsDue }: Changed, { ticks }: World): void {
  if (order) Object.assign(s.order, order);
  for (const [n, attempt] of attempts) Object.assign(s.attempts[n - 1] ?? {}, attempt);
  for (const n of refundsDue) Object.assign(s.attempts[n - 1] ?? {}, { refundDue: 1 });
  for (const [k, key] of keys) {
    const before = s.keys[k];
    if (!before) continue;
    if (before.attempt === 0 || before.age === ticks.clientKeyTtl) Object.assign(before, { lineage: 0, told: 0 });
    Object.assign(before, key, { wasOpen: 0 });
    before.lineage |= bit(key.attempt);
  }
}
