// Which one request a deciding write becomes.

import { describe, expect, test } from 'vitest';
import { type Tables, tableName, toItem, writeRequest } from '#adapters/dynamodb/write-request.ts';
import { orderAddress } from '#core/records/address.ts';
import type { Change, Condition, DecidingWrite, ItemWrite } from '#core/writes/write.ts';
import { ORDER_ID, TENANT } from '../../core/examples.ts';

const tables: Tables = { payments: 'Payments-1', idempotency: 'Idempotency-1' };
const at = orderAddress(TENANT, ORDER_ID);
const paid: Change = { do: 'set', attribute: 'status', value: 'Paid' };
const isPlaced: Condition = { is: 'equal', attribute: 'status', value: 'Placed' };

const update: ItemWrite = { verb: 'update', at, changes: [paid], require: [isPlaced] };
const put: ItemWrite = { verb: 'put', at: { table: 'idempotency', pk: 'KEY#1' }, item: { a: 1 }, require: [] };
const check: ItemWrite = { verb: 'check', at, require: [isPlaced] };
const append: ItemWrite = {
  verb: 'update',
  at,
  changes: [{ do: 'append', attribute: 'timeline', entry: 'x', most: 3 }],
  require: [],
};

const write = (...items: [ItemWrite, ...ItemWrite[]]): DecidingWrite => ({ name: 'test', token: 'token-1', items });

describe('one item', () => {
  test('an update brings the item back, marked with the write’s token', () => {
    expect(writeRequest(write(update), tables)).toEqual({
      kind: 'update',
      input: {
        TableName: 'Payments-1',
        Key: { pk: { S: at.pk }, sk: { S: 'ORDER' } },
        UpdateExpression: 'SET #0 = :0, #1 = :1',
        ConditionExpression: '#0 = :2',
        ExpressionAttributeNames: { '#0': 'status', '#1': 'writeToken' },
        ExpressionAttributeValues: { ':0': { S: 'Paid' }, ':1': { S: 'token-1' }, ':2': { S: 'Placed' } },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    });
  });

  test('a put holds its key, its item and the token, and has no empty maps', () => {
    expect(writeRequest(write(put), tables)).toEqual({
      kind: 'put',
      input: {
        TableName: 'Idempotency-1',
        Item: { pk: { S: 'KEY#1' }, a: { N: '1' }, writeToken: { S: 'token-1' } },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    });
  });

  test('a put goes where it is said to, also with an item that was read elsewhere', () => {
    const moved: ItemWrite = { ...put, verb: 'put', item: { pk: 'ORDER#1', sk: 'ORDER', a: 1 } };
    expect(writeRequest(write(moved), tables)).toMatchObject({ input: { Item: { pk: { S: 'KEY#1' } } } });
  });

  test('a check is a transaction: nothing else only checks', () => {
    expect(writeRequest(write(check), tables)).toMatchObject({
      kind: 'transaction',
      input: { ClientRequestToken: 'token-1', TransactItems: [{ ConditionCheck: { TableName: 'Payments-1' } }] },
    });
  });
});

describe('several items', () => {
  test('are one transaction under the write’s token, in their order, each showing why it failed', () => {
    const request = writeRequest(write(update, put, check), tables);
    const failing = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
    expect(request).toMatchObject({
      kind: 'transaction',
      input: {
        ClientRequestToken: 'token-1',
        TransactItems: [{ Update: failing }, { Put: failing }, { ConditionCheck: failing }],
      },
    });
    expect(JSON.stringify(request)).not.toContain('writeToken');
  });

  test('the same write is the same request', () => {
    expect(writeRequest(write(update, put), tables)).toEqual(writeRequest(write(update, put), tables));
  });
});

describe('a bounded list', () => {
  test('is appended to while its last place is free', () => {
    expect(writeRequest(write(append), tables)).toMatchObject({
      input: {
        UpdateExpression: 'SET #0 = list_append(#0, :0), #1 = :1',
        ConditionExpression: 'attribute_not_exists(#0[2])',
      },
    });
  });

  test('that is full has its last place written over, in another request with a token of its own', () => {
    const growing = writeRequest(write(update, append), tables);
    const full = writeRequest(write(update, append), tables, new Set([1]));
    const [, item] = full.kind === 'transaction' ? (full.input.TransactItems ?? []) : [];
    expect(item?.Update?.UpdateExpression).toBe('SET #0[2] = :0');
    expect(item?.Update?.ConditionExpression).toBeUndefined();
    const token = full.kind === 'transaction' ? full.input.ClientRequestToken : undefined;
    // 1 to 36 characters (API reference, TransactWriteItems).
    expect(token).toMatch(/^[0-9a-f]{1,36}$/);
    expect(full).toEqual(writeRequest(write(update, append), tables, new Set([1])));
    expect(full).not.toEqual(growing);
  });
});

test('a table that the function was not given is a bug', () => {
  expect(() => tableName({ payments: 'Payments-1' }, 'idempotency')).toThrow('not given the idempotency table');
  expect(() => writeRequest(write(put), { payments: 'Payments-1' })).toThrow('idempotency');
});

test('what is undefined is left out, at any depth, and amounts are exact', () => {
  expect(toItem({ detail: undefined, list: [{ at: 1, detail: undefined }], amountMinor: 999_999_999_999 })).toEqual({
    list: { L: [{ M: { at: { N: '1' } } }] },
    amountMinor: { N: '999999999999' },
  });
});
