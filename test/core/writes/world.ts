// Tables with an order, its attempts and a client key in them, and what a refused write must leave alone.

import { expect } from 'vitest';
import { attemptAddress, type ClientKeyScope, clientKeyAddress, orderAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { ORDER_ID, refOf, TENANT } from '../examples.ts';
import { type Item, Tables } from './interpreter.ts';

export const SCOPE: ClientKeyScope = {
  tenantId: TENANT,
  method: 'POST',
  route: '/orders/{orderId}/checkout',
  ids: [ORDER_ID],
  key: 'k-1',
};

interface World {
  readonly order?: Order;
  readonly attempts?: readonly Attempt[];
  readonly key?: ClientKey;
}

export function world({ order, attempts = [], key }: World): Tables {
  const tables = new Tables();
  if (order) tables.put(orderAddress(TENANT, ORDER_ID), order);
  for (const attempt of attempts) tables.put(attemptAddress(refOf(attempt.attemptId)), attempt);
  if (key) tables.put(clientKeyAddress(SCOPE), key);
  return tables;
}

const withoutKeys = (item: Item | null): object => {
  const { pk, sk, writeToken, ...rest } = item ?? {};
  return rest;
};

/** An item without its primary key, as a test compares it. */
export const orderIn = (tables: Tables): object => withoutKeys(tables.get(orderAddress(TENANT, ORDER_ID)));
export const attemptIn = (tables: Tables, id: Attempt['attemptId']): Partial<Attempt> =>
  withoutKeys(tables.get(attemptAddress(refOf(id))));
export const keyIn = (tables: Tables, scope = SCOPE): object => withoutKeys(tables.get(clientKeyAddress(scope)));

/** The write fails on the named items alone, and changes nothing at all. */
export function expectRefused(tables: Tables, write: DecidingWrite, ...indices: number[]): void {
  const before = structuredClone(tables.all());
  const answer = tables.write(write);
  expect(answer.written ? [] : answer.failed.map(({ index }) => index)).toEqual(indices);
  expect(tables.all()).toEqual(before);
}

export function expectWritten(tables: Tables, write: DecidingWrite): Tables {
  expect(tables.write(write)).toMatchObject({ written: true });
  return tables;
}
