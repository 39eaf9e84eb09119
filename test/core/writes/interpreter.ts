// Tables in memory that apply deciding writes as core/writes/write.ts documents them and as DynamoDB carries them out:
// every condition is weighed against what was there before, and all items are written or none.

import { assertNever } from '#core/assert-never.ts';
import type { FailedItem, WriteAnswer } from '#core/ports/payment-store.ts';
import type { Address } from '#core/records/address.ts';
import type { Change, Condition, DecidingWrite, ItemWrite } from '#core/writes/write.ts';

export type Item = Readonly<Record<string, unknown>>;

/** TransactWriteItems takes so many actions, and no two on one item. */
const MOST_ITEMS = 100;

export class Tables {
  readonly #items = new Map<string, Item>();
  readonly #tokens = new Set<string>();

  get(at: Address): Item | null {
    return this.#items.get(idOf(at)) ?? null;
  }

  /** Puts an item as a test begins with it. */
  put(at: Address, item: object): this {
    this.#items.set(idOf(at), stored(at, item));
    return this;
  }

  all(): readonly Item[] {
    return [...this.#items.values()];
  }

  write({ items, token }: DecidingWrite): WriteAnswer {
    refuseWhatDynamoRefuses(items);
    const [only, ...more] = items;
    const single = more.length === 0 && only.verb !== 'check';
    // ClientRequestToken: the same transaction again is answered as it was, and changes nothing.
    if (!single && this.#tokens.has(token)) return { written: true, after: null };
    const failed = items.flatMap(({ at, require }, index): FailedItem[] => {
      const current = this.get(at);
      return require.every((condition) => holds(condition, current)) ? [] : [{ index, current }];
    });
    if (failed.length > 0) {
      const current = single ? this.get(only.at) : null;
      // Our own single write, sent again because its answer was lost.
      return current?.writeToken === token ? { written: true, after: current } : { written: false, failed };
    }
    for (const item of items) this.#apply(item, single ? { writeToken: token } : {});
    if (!single) this.#tokens.add(token);
    return { written: true, after: single && only.verb === 'update' ? this.get(only.at) : null };
  }

  #apply(write: ItemWrite, mark: object): void {
    switch (write.verb) {
      case 'put':
        this.put(write.at, { ...write.item, ...mark });
        return;
      case 'update': {
        const item: Record<string, unknown> = { ...this.get(write.at) };
        for (const change of write.changes) apply(change, item);
        this.put(write.at, { ...item, ...mark });
        return;
      }
      case 'check':
        return;
      default:
        assertNever(write);
    }
  }
}

const idOf = (at: Address): string => JSON.stringify([at.table, at.pk, at.table === 'payments' ? at.sk : null]);

function stored({ table, ...key }: Address, item: object): Item {
  const present = Object.entries(structuredClone(item)).filter(([, value]) => value !== undefined);
  for (const [name, value] of present)
    if (value instanceof Set && value.size === 0) throw new Error(`${table} holds no empty sets: ${name}`);
  return { ...Object.fromEntries(present), ...key };
}

function refuseWhatDynamoRefuses(items: readonly ItemWrite[]): void {
  if (items.length > MOST_ITEMS) throw new Error('too many items for one transaction');
  if (new Set(items.map(({ at }) => idOf(at))).size < items.length) throw new Error('two actions on one item');
  for (const item of items) {
    if (item.verb === 'check' && item.require.length === 0) throw new Error('a check must require something');
    if (item.verb !== 'update') continue;
    const names = item.changes.map(({ attribute }) => attribute);
    if (names.length === 0) throw new Error('an update must change something');
    if (new Set(names).size < names.length) throw new Error(`two changes overlap: ${names}`);
    if (names.includes('pk') || names.includes('sk')) throw new Error('a key never changes');
  }
}

/** A missing attribute satisfies only `absent`. */
export function holds(condition: Condition, item: Item | null): boolean {
  if ('of' in condition) {
    const holdsToo = (c: Condition) => holds(c, item);
    return condition.is === 'any' ? condition.of.some(holdsToo) : condition.of.every(holdsToo);
  }
  const value = item?.[condition.attribute];
  if (value === undefined) return condition.is === 'absent';
  if (!('value' in condition)) return condition.is === 'present';
  switch (condition.is) {
    case 'equal':
      return value === condition.value;
    case 'different':
      return value !== condition.value;
    case 'atMost':
      return typeof value === 'number' && value <= condition.value;
    case 'moreThan':
      return typeof value === 'number' && value > condition.value;
    default:
      return assertNever(condition);
  }
}

export function apply(change: Change, item: Record<string, unknown>): void {
  const { attribute } = change;
  const before = item[attribute];
  switch (change.do) {
    case 'set':
      item[attribute] = change.value;
      return;
    case 'setIfAbsent':
      item[attribute] = before ?? change.value;
      return;
    case 'add':
      item[attribute] = Number(before ?? 0) + change.by;
      return;
    case 'include':
      item[attribute] = new Set(members(before)).add(change.member);
      return;
    case 'exclude': {
      const left = members(before).filter((member) => member !== change.member);
      // A set that becomes empty is gone.
      item[attribute] = left.length > 0 ? new Set(left) : undefined;
      return;
    }
    case 'remove':
      item[attribute] = undefined;
      return;
    case 'append':
      item[attribute] = [...(before as unknown[]).slice(0, change.most - 1), change.entry];
      return;
    default:
      assertNever(change);
  }
}

const members = (value: unknown): unknown[] => (value instanceof Set ? [...value] : []);
