// A deciding write as exactly one request: an update or a put for one item, a transaction for several.

import { createHash } from 'node:crypto';
import type {
  PutItemCommandInput,
  TransactWriteItem,
  TransactWriteItemsCommandInput,
  UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Address } from '#core/records/address.ts';
import type { Change, DecidingWrite, ItemWrite } from '#core/writes/write.ts';
import { roomCondition } from './bounded-list.ts';
import { conditionExpression, Placeholders, updateExpression } from './expression.ts';

/** Physical table names. */
export interface Tables {
  readonly payments: string;
  /** Absent where a function has no business with client keys. */
  readonly idempotency?: string;
}

/** @throws Error for a table that this function was not given: a bug. */
export function tableName(tables: Tables, table: Address['table']): string {
  const name = tables[table];
  if (name === undefined) throw new Error(`this function was not given the ${table} table`);
  return name;
}

export type WriteRequest =
  | { readonly kind: 'update'; readonly input: UpdateItemCommandInput }
  | { readonly kind: 'put'; readonly input: PutItemCommandInput }
  | { readonly kind: 'transaction'; readonly input: TransactWriteItemsCommandInput };

/** On a single item the token is stored, so that our own write is recognised when its answer was lost. */
const TOKEN = 'writeToken';
/** A ClientRequestToken may have so many characters. */
const TOKEN_LENGTH = 36;
const ON_FAILURE = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

export const toItem = (value: object) => marshall(value, { removeUndefinedValues: true });

export const keyOf = (at: Address) => toItem(at.table === 'payments' ? { pk: at.pk, sk: at.sk } : { pk: at.pk });

/** `full`: positions of the items whose bounded lists are known to be full. */
export function writeRequest(
  write: DecidingWrite,
  tables: Tables,
  full: ReadonlySet<number> = new Set(),
): WriteRequest {
  const [only, ...more] = write.items;
  if (more.length === 0 && only.verb !== 'check') return single(only, write.token, tables, full.has(0));
  const TransactItems = write.items.map((item, i) => transactItem(item, tables, full.has(i)));
  return { kind: 'transaction', input: { TransactItems, ClientRequestToken: requestToken(write.token, full) } };
}

/** The same for the same request only: DynamoDB refuses a token that comes back with another request. */
const requestToken = (token: string, full: ReadonlySet<number>): string =>
  full.size === 0
    ? token
    : createHash('sha256')
        .update(`${token} ${[...full].sort()}`)
        .digest('hex')
        .slice(0, TOKEN_LENGTH);

function single(
  item: Exclude<ItemWrite, { verb: 'check' }>,
  token: string,
  tables: Tables,
  full: boolean,
): WriteRequest {
  if (item.verb === 'put')
    return { kind: 'put', input: { ...putPart(item, tables, { [TOKEN]: token }), ...ON_FAILURE } };
  const mark: Change = { do: 'set', attribute: TOKEN, value: token };
  const part = updatePart({ ...item, changes: [...item.changes, mark] }, tables, full);
  return { kind: 'update', input: { ...part, ReturnValues: 'ALL_NEW', ...ON_FAILURE } };
}

function transactItem(item: ItemWrite, tables: Tables, full: boolean): TransactWriteItem {
  if (item.verb === 'put') return { Put: { ...putPart(item, tables), ...ON_FAILURE } };
  if (item.verb === 'update') return { Update: { ...updatePart(item, tables, full), ...ON_FAILURE } };
  const p = new Placeholders();
  const condition = conditionExpression(item.require, p);
  return {
    ConditionCheck: {
      TableName: tableName(tables, item.at.table),
      Key: keyOf(item.at),
      ConditionExpression: condition,
      ...bound(p),
      ...ON_FAILURE,
    },
  };
}

function putPart(item: Extract<ItemWrite, { verb: 'put' }>, tables: Tables, more: object = {}) {
  const p = new Placeholders();
  const { table, ...key } = item.at;
  return {
    TableName: tableName(tables, table),
    // The address last: an item that was read elsewhere brings its own keys.
    Item: toItem({ ...item.item, ...more, ...key }),
    ...conditionPart([conditionExpression(item.require, p)]),
    ...bound(p),
  };
}

function updatePart(item: Extract<ItemWrite, { verb: 'update' }>, tables: Tables, full: boolean) {
  const p = new Placeholders();
  const UpdateExpression = updateExpression(item.changes, p, full);
  const room = full ? '' : roomCondition(item.changes, p);
  return {
    TableName: tableName(tables, item.at.table),
    Key: keyOf(item.at),
    UpdateExpression,
    ...conditionPart([conditionExpression(item.require, p), room]),
    ...bound(p),
  };
}

const conditionPart = (texts: readonly string[]) => {
  const ConditionExpression = texts.filter((text) => text !== '').join(' AND ');
  return ConditionExpression === '' ? {} : { ConditionExpression };
};

/** Placeholders as the request takes them: no empty maps. */
const bound = (p: Placeholders) => ({
  ...(Object.keys(p.names).length > 0 && { ExpressionAttributeNames: p.names }),
  ...(Object.keys(p.values).length > 0 && { ExpressionAttributeValues: toItem(p.values) }),
});
