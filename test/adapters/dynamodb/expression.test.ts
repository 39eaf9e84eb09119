// What our conditions and changes mean to DynamoDB, told by the engine itself.

import { ConditionalCheckFailedException, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { conditionExpression, Placeholders, updateExpression } from '#adapters/dynamodb/expression.ts';
import type { Change, Condition } from '#core/writes/write.ts';
import { database } from './engine.ts';

const db = database();
let table = '';
beforeAll(async () => {
  table = (await db.freshTables()).idempotency;
});

const bindings = (p: Placeholders) => ({
  ...(Object.keys(p.names).length > 0 && { ExpressionAttributeNames: p.names }),
  ...(Object.keys(p.values).length > 0 && { ExpressionAttributeValues: marshall(p.values) }),
});

let made = 0;
async function put(item: object): Promise<string> {
  made += 1;
  await db.client.send(new PutItemCommand({ TableName: table, Item: marshall({ pk: `item-${made}`, ...item }) }));
  return `item-${made}`;
}

async function change(pk: string, changes: readonly Change[]) {
  const p = new Placeholders();
  const input = { TableName: table, Key: marshall({ pk }), ReturnValues: 'ALL_NEW' as const };
  const UpdateExpression = updateExpression(changes, p);
  const { Attributes } = await db.client.send(new UpdateItemCommand({ ...input, UpdateExpression, ...bindings(p) }));
  const { pk: _, ...item } = unmarshall(Attributes ?? {});
  return item;
}

const changed = async (item: object, ...changes: readonly Change[]) => change(await put(item), changes);

async function holds(item: object, ...require: readonly Condition[]): Promise<boolean> {
  const p = new Placeholders();
  const input = {
    TableName: table,
    Key: marshall({ pk: await put(item) }),
    UpdateExpression: 'SET touched = :touched',
    ConditionExpression: conditionExpression(require, p),
    ...bindings(p),
  };
  const ExpressionAttributeValues = { ...input.ExpressionAttributeValues, ':touched': { BOOL: true } };
  try {
    await db.client.send(new UpdateItemCommand({ ...input, ExpressionAttributeValues }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

const a = { attribute: 'a' };

describe('conditions', () => {
  test.each<[Condition, object, boolean]>([
    [{ is: 'absent', ...a }, {}, true],
    [{ is: 'absent', ...a }, { a: 1 }, false],
    [{ is: 'present', ...a }, { a: 1 }, true],
    [{ is: 'present', ...a }, {}, false],
    [{ is: 'equal', ...a, value: 'x' }, { a: 'x' }, true],
    [{ is: 'equal', ...a, value: 'x' }, { a: 'y' }, false],
    [{ is: 'equal', ...a, value: 1 }, { a: '1' }, false],
    [{ is: 'different', ...a, value: 'x' }, { a: 'y' }, true],
    [{ is: 'different', ...a, value: 'x' }, { a: 'x' }, false],
    [{ is: 'atMost', ...a, value: 5 }, { a: 5 }, true],
    [{ is: 'atMost', ...a, value: 5 }, { a: 6 }, false],
    [{ is: 'moreThan', ...a, value: 5 }, { a: 6 }, true],
    [{ is: 'moreThan', ...a, value: 5 }, { a: 5 }, false],
  ])('%j of %j: %s', async (condition, item, expected) => {
    expect(await holds(item, condition)).toBe(expected);
  });

  test.each<Condition>([
    { is: 'present', ...a },
    { is: 'equal', ...a, value: 'x' },
    { is: 'different', ...a, value: 'x' },
    { is: 'atMost', ...a, value: 5 },
    { is: 'moreThan', ...a, value: -5 },
  ])('a missing attribute satisfies only `absent`: %j', async (condition) => {
    expect(await holds({}, condition)).toBe(false);
  });

  const one: Condition = { is: 'equal', attribute: 'a', value: 1 };
  const two: Condition = { is: 'equal', attribute: 'b', value: 2 };
  const three: Condition = { is: 'equal', attribute: 'c', value: 3 };
  test.each<[readonly Condition[], object, boolean]>([
    [[one, two], { a: 1, b: 2 }, true],
    [[one, two], { a: 1, b: 0 }, false],
    [[{ is: 'any', of: [one, two] }], { b: 2 }, true],
    [[{ is: 'any', of: [one, two] }], {}, false],
    // OR binds weaker than AND: without brackets this would hold.
    [[{ is: 'any', of: [one, two] }, three], { a: 1 }, false],
    [[{ is: 'any', of: [{ is: 'all', of: [one, two] }, three] }], { a: 1, c: 3 }, true],
    [[{ is: 'any', of: [{ is: 'all', of: [one, two] }, three] }], { a: 1 }, false],
  ])('%j of %j: %s', async (conditions, item, expected) => {
    expect(await holds(item, ...conditions)).toBe(expected);
  });
});

describe('changes', () => {
  test('set and setIfAbsent', async () => {
    const item = await changed(
      { old: 1, kept: 'first' },
      { do: 'set', attribute: 'old', value: { source: 'reply' } },
      { do: 'setIfAbsent', attribute: 'kept', value: 'second' },
      { do: 'setIfAbsent', attribute: 'fresh', value: 7 },
    );
    expect(item).toEqual({ old: { source: 'reply' }, kept: 'first', fresh: 7 });
  });

  test('add counts from nothing, remove takes away, also what is not there', async () => {
    const item = await changed(
      { n: 2, gone: true },
      { do: 'add', attribute: 'n', by: 1 },
      { do: 'add', attribute: 'm', by: 1 },
      { do: 'remove', attribute: 'gone' },
      { do: 'remove', attribute: 'never' },
    );
    expect(item).toEqual({ n: 3, m: 1 });
  });

  test('a set begins with its first member, holds each once, and is gone with its last', async () => {
    const pk = await put({});
    const include = (member: number): Change => ({ do: 'include', attribute: 'doubtful', member });
    const exclude = (member: number): Change => ({ do: 'exclude', attribute: 'doubtful', member });
    expect(await change(pk, [exclude(1)])).toEqual({});
    expect(await change(pk, [include(1)])).toEqual({ doubtful: new Set([1]) });
    expect(await change(pk, [include(1)])).toEqual({ doubtful: new Set([1]) });
    expect(await change(pk, [include(2)])).toEqual({ doubtful: new Set([1, 2]) });
    expect(await change(pk, [exclude(1)])).toEqual({ doubtful: new Set([2]) });
    expect(await change(pk, [exclude(2)])).toEqual({});
  });

  test('a list with room is appended to; a full one has its last entry overwritten', async () => {
    const append: Change = { do: 'append', attribute: 'list', entry: { what: 'new' }, most: 3 };
    const pk = await put({ list: ['first'] });
    expect(await change(pk, [append])).toEqual({ list: ['first', { what: 'new' }] });
    const p = new Placeholders();
    expect(updateExpression([append], p, true)).toBe('SET #0[2] = :0');
    expect(p.values[':0']).toEqual({ what: 'new' });
  });
});

describe('placeholders', () => {
  // `status`, `at` and `checks` style names are DynamoDB's reserved words or read as paths when they stand bare.
  const awkward = ['status', 'name', 'a.b', 'list[0]', 'with space', ':0', '#0'];

  test('any attribute name may be changed and compared', async () => {
    const item = Object.fromEntries(awkward.map((attribute) => [attribute, 'before']));
    const changes = awkward.map((attribute): Change => ({ do: 'set', attribute, value: 'after' }));
    expect(await changed(item, ...changes)).toEqual(Object.fromEntries(awkward.map((name) => [name, 'after'])));
    const require = awkward.map((attribute): Condition => ({ is: 'equal', attribute, value: 'before' }));
    expect(await holds(item, ...require)).toBe(true);
  });

  test('no value stands in an expression, and a name is bound once', () => {
    const p = new Placeholders();
    const condition = conditionExpression([{ is: 'different', attribute: 'status', value: 'secret' }], p);
    const update = updateExpression([{ do: 'set', attribute: 'status', value: 'secret' }], p);
    expect(condition + update).not.toMatch(/secret|status/);
    expect(Object.values(p.names)).toEqual(['status']);
    expect(Object.values(p.values)).toEqual(['secret', 'secret']);
  });
});
