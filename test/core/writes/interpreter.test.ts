// The interpreter does what core/writes/write.ts documents: otherwise the tests beside it prove nothing.

import { describe, expect, it, test } from 'vitest';
import {
  absent,
  add,
  all,
  any,
  atMost,
  type Change,
  type Condition,
  type DecidingWrite,
  different,
  equal,
  exclude,
  type ItemWrite,
  include,
  moreThan,
  NO_ITEM,
  present,
  remove,
  set,
  setIfAbsent,
} from '#core/writes/write.ts';
import { holds, Tables } from './interpreter.ts';

interface Thing {
  n: number;
  s: string;
  set: ReadonlySet<number>;
  list: readonly unknown[];
}
const AT = { table: 'idempotency', pk: 'a' } as const;
const OTHER = { table: 'payments', pk: 'a', sk: 'b' } as const;
const write = (...items: [ItemWrite, ...ItemWrite[]]): DecidingWrite => ({ name: 'test', token: 't', items });
const update = (...changes: Change[]): ItemWrite => ({ verb: 'update', at: AT, changes, require: [] });

describe('conditions', () => {
  const item = { pk: 'a', n: 5, s: 'x' };
  test.each<[boolean, Condition]>([
    [true, absent<Thing>('list')],
    [false, absent<Thing>('n')],
    [true, present<Thing>('n')],
    [true, equal<Thing>('s', 'x')],
    [false, equal<Thing>('s', 'y')],
    [true, different<Thing>('s', 'y')],
    [false, different<Thing>('s', 'x')],
    [true, atMost<Thing>('n', 5)],
    [false, atMost<Thing>('n', 4)],
    [false, moreThan<Thing>('n', 5)],
    [true, moreThan<Thing>('n', 4)],
    [true, any(NO_ITEM, present<Thing>('n'))],
    [false, all(NO_ITEM, present<Thing>('n'))],
    // A missing attribute satisfies only `absent`.
    [false, present<Thing>('set')],
    [false, equal<Thing>('set', 1)],
    [false, different<Thing>('set', 1)],
    [false, atMost<Thing>('set', 1)],
    [false, moreThan<Thing>('set', 1)],
  ])('%s: %o', (expected, condition) => expect(holds(condition, item)).toBe(expected));

  it('NO_ITEM holds only if there is none', () => {
    expect(holds(NO_ITEM, null)).toBe(true);
    expect(holds(NO_ITEM, item)).toBe(false);
  });
});

describe('changes', () => {
  const append = (entry: unknown, most = 3): Change => ({
    do: 'append',
    attribute: 'list',
    entry: entry as string,
    most,
  });
  test.each<[string, object, Change, object]>([
    ['set', { n: 1 }, set<Thing>('n', 2), { n: 2 }],
    ['setIfAbsent, absent', {}, setIfAbsent<Thing>('n', 2), { n: 2 }],
    ['setIfAbsent, present', { n: 1 }, setIfAbsent<Thing>('n', 2), { n: 1 }],
    ['add', { n: 1 }, add<Thing>('n', 2), { n: 3 }],
    ['add, absent', {}, add<Thing>('n', 2), { n: 2 }],
    ['include', { set: new Set([1]) }, include<Thing>('set', 2), { set: new Set([1, 2]) }],
    ['include, absent', {}, include<Thing>('set', 2), { set: new Set([2]) }],
    ['exclude', { set: new Set([1, 2]) }, exclude<Thing>('set', 2), { set: new Set([1]) }],
    ['exclude the last one: the set is gone', { set: new Set([2]) }, exclude<Thing>('set', 2), {}],
    ['exclude, absent', {}, exclude<Thing>('set', 2), {}],
    ['remove', { n: 1 }, remove<Thing>('n'), {}],
    ['append', { list: [1] }, append(2), { list: [1, 2] }],
    ['append from the bound on: the last one is replaced', { list: [1, 2, 3] }, append(4), { list: [1, 2, 4] }],
  ])('%s', (_name, before, change, after) => {
    const tables = new Tables().put(AT, before);
    tables.write(write(update(change)));
    expect(tables.get(AT)).toEqual({ pk: 'a', writeToken: 't', ...after });
  });
});

describe('a write', () => {
  const fails: ItemWrite = { verb: 'check', at: OTHER, require: [present<Thing>('n')] };

  it('is all or nothing, and says which items failed', () => {
    const tables = new Tables().put(OTHER, { s: 'x' });
    const answer = tables.write(write(update(set<Thing>('n', 1)), fails));
    expect(answer).toEqual({ written: false, failed: [{ index: 1, current: { pk: 'a', sk: 'b', s: 'x' } }] });
    expect(tables.get(AT)).toBeNull();
  });

  it('sent again with its token, because its answer was lost, is ours and is not made twice', () => {
    const tables = new Tables();
    const one: ItemWrite = { verb: 'put', at: AT, item: { n: 1 }, require: [NO_ITEM] };
    expect(tables.write(write(one)).written).toBe(true);
    expect(tables.write(write(one)).written).toBe(true);
    expect(tables.write({ ...write(one), token: 'other' }).written).toBe(false);
    const more: ItemWrite = { verb: 'put', at: OTHER, item: {}, require: [] };
    const two = { ...write(update(add<Thing>('n', 1)), more), token: 'two' };
    tables.write(two);
    tables.write(two);
    expect(tables.get(AT)).toMatchObject({ n: 2 });
  });

  test.each<[string, [ItemWrite, ...ItemWrite[]]]>([
    ['two actions on one item', [update(set<Thing>('n', 1)), update(set<Thing>('s', 'x'))]],
    ['two changes of one attribute', [update(set<Thing>('n', 1), add<Thing>('n', 1))]],
    ['a change of a key', [update({ do: 'remove', attribute: 'pk' })]],
    ['an empty update', [update()]],
    ['an empty check', [{ ...fails, require: [] }]],
    ['an empty set', [{ verb: 'put', at: AT, item: { set: new Set() }, require: [] }]],
  ])('DynamoDB refuses %s', (_name, items) => expect(() => new Tables().write(write(...items))).toThrow());
});
