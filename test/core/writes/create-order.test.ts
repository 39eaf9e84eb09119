// A new order and the key that made it are one write; the same key never makes two (design sections 3 and 6).

import { describe, expect, it, test } from 'vitest';
import type { ClientKey } from '#core/records/client-key.ts';
import { toSeconds } from '#core/time/instant.ts';
import { createOrder, rememberExistingOrder } from '#core/writes/create-order.ts';
import { A, at, NOW, ORDER_ID, paidBy, placed } from '../examples.ts';
import { expectRefused, expectWritten, keyIn, orderIn, SCOPE, world } from './world.ts';

const record: ClientKey = {
  fingerprint: 'f'.repeat(64),
  orderId: ORDER_ID,
  answered: 'created',
  expiresAt: toSeconds(at(172_800)),
};
const key = { scope: SCOPE, record, now: NOW };
const existing = { ...key, record: { ...record, answered: 'existing' as const } };
const expired = { ...record, expiresAt: toSeconds(NOW) };

describe('create', () => {
  it('writes the order and the key', () => {
    const tables = expectWritten(world({}), createOrder(placed(), key, 't'));
    expect(orderIn(tables)).toEqual(placed());
    expect(keyIn(tables)).toEqual(record);
  });

  it('takes a key that has expired', () => {
    expect(keyIn(expectWritten(world({ key: expired }), createOrder(placed(), key, 't')))).toEqual(record);
  });

  it('never writes over an order', () =>
    expectRefused(world({ order: paidBy(A) }), createOrder(placed(), key, 't'), 0));
  it('never writes over a live key', () => expectRefused(world({ key: record }), createOrder(placed(), key, 't'), 1));
});

describe('remember an order that was there', () => {
  it('writes the key alone', () => {
    const tables = expectWritten(world({ order: paidBy(A) }), rememberExistingOrder(existing, 't'));
    expect(keyIn(tables)).toEqual(existing.record);
    expect(orderIn(tables)).toEqual(paidBy(A));
  });

  test.each([
    ['a live key', record],
    ['a live key of the same request', existing.record],
  ])('never writes over %s', (_name, stored) => {
    expectRefused(world({ order: placed(), key: stored }), rememberExistingOrder(existing, 't'), 0);
  });
});
