// Where each item lives (design section 3): the keys of the table, and no two things under one key.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { orderId } from '#core/ids/order-id.ts';
import {
  attemptAddress,
  attemptRefOf,
  type ClientKeyScope,
  clientKeyAddress,
  orderAddress,
  reviewAddress,
} from '#core/records/address.ts';
import { A, ORDER_ID, refOf, TENANT } from '../examples.ts';

const scope = (over: Partial<ClientKeyScope> = {}): ClientKeyScope => ({
  tenantId: TENANT,
  method: 'POST',
  route: '/orders/{orderId}/checkout',
  ids: ['1001'],
  key: 'k-1',
  ...over,
});

describe('the items of section 3', () => {
  it('order', () => {
    expect(orderAddress(TENANT, ORDER_ID)).toEqual({ table: 'payments', pk: 'ORDER#EW7Y4GRDSP#1001', sk: 'ORDER' });
  });

  it('attempt: the order’s partition', () => {
    const sk = 'ATTEMPT#019b8e0f4c0070008000000000000aaa';
    expect(attemptAddress(refOf(A))).toEqual({ table: 'payments', pk: 'ORDER#EW7Y4GRDSP#1001', sk });
  });

  it('review: one per attempt and kind', () => {
    const sk = '019b8e0f4c0070008000000000000aaa#refund-due';
    expect(reviewAddress(refOf(A), 'refund-due')).toEqual({ table: 'payments', pk: 'REVIEW#EW7Y4GRDSP', sk });
  });

  it('client key: in the table of keys, under its tenant', () => {
    const { table, pk } = clientKeyAddress(scope());
    expect(table).toBe('idempotency');
    expect(pk).toMatch(/^KEY#EW7Y4GRDSP#POST /);
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(...'#%/ 2Fa'), maxLength: 4 }),
);
const anyScope = fc
  .record({ method: anyText, route: anyText, ids: fc.array(anyText, { maxLength: 3 }), key: anyText })
  .map((parts) => scope(parts));
// The same characters, cut at other places: what a collision would be made of.
const shifted = anyScope.chain((one) => {
  const all = [...[one.method, one.route, ...one.ids, one.key].join('#')];
  return fc.tuple(
    fc.constant(one),
    fc.subarray(all.map((_, i) => i)).map((cuts) => cut(all, cuts)),
  );
});

function cut(text: readonly string[], cuts: readonly number[]): ClientKeyScope {
  const parts = [...cuts, text.length].map((end, i) => text.slice(cuts[i - 1] ?? 0, end).join(''));
  const [method = '', route = '', ...ids] = parts;
  return scope({ method, route, ids: ids.slice(0, -1), key: ids.at(-1) ?? '' });
}

describe('a client key', () => {
  it('two scopes never share an address, whatever characters their parts hold', () => {
    fc.assert(
      fc.property(fc.oneof(shifted, fc.tuple(anyScope, anyScope)), ([one, other]) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(clientKeyAddress(one).pk === clientKeyAddress(other).pk).toBe(same);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each<[string, Partial<ClientKeyScope>]>([
    ['a key that looks like the end of another’s ids', { ids: ['1001#k'], key: '1' }],
    ['an id that looks like two', { ids: ['10/01'] }],
    ['two ids', { ids: ['10', '01'] }],
    ['no id', { ids: [] }],
    ['an empty id', { ids: [''] }],
    ['an encoded separator', { ids: ['10%2F01'] }],
    ['another method', { method: 'PUT' }],
    ['another route', { route: '/orders' }],
    ['another key', { key: 'K-1' }],
  ])('%s is another key', (_name, other) => {
    const others = [scope(), scope({ ids: ['10', '01'] }), scope({ ids: [] })].filter(
      (one) => JSON.stringify(one) !== JSON.stringify(scope(other)),
    );
    for (const one of others) expect(clientKeyAddress(scope(other)).pk).not.toBe(clientKeyAddress(one).pk);
  });

  it('the longest one fits a partition key (DynamoDB: 2048 bytes)', () => {
    const { pk } = clientKeyAddress(scope({ ids: ['o'.repeat(36)], key: '%'.repeat(255) }));
    expect(Buffer.byteLength(pk)).toBeLessThanOrEqual(2_048);
  });
});

describe('the address of an attempt', () => {
  it('reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'azAZ09_-'), minLength: 1, maxLength: 36 }), (order) => {
        const address = attemptAddress({ ...refOf(A), orderId: orderId(order) });
        if (address.table !== 'payments') throw new Error('an attempt lives in the payments table');
        expect(attemptRefOf(address.pk, address.sk)).toEqual({ tenant: TENANT, order, attempt: A });
      }),
    );
  });

  test.each([
    ['an order', 'ORDER#EW7Y4GRDSP#1001', 'ORDER'],
    ['a review', 'REVIEW#EW7Y4GRDSP', `${A}#undecided`],
    ['another kind', 'CART#EW7Y4GRDSP#1001', `ATTEMPT#${A}`],
    ['no order', 'ORDER#EW7Y4GRDSP', `ATTEMPT#${A}`],
    ['an empty tenant', 'ORDER##1001', `ATTEMPT#${A}`],
    ['a part too many', 'ORDER#EW7Y4GRDSP#1001#2', `ATTEMPT#${A}`],
  ])('is not that of %s', (_name, pk, sk) => expect(attemptRefOf(pk, sk)).toBeNull());

  // Section 4: the sweep isolates a poisoned item; one that throws would take its whole page with it.
  it('is asked of any item without throwing', () => {
    const anyPart = fc.string({ unit: fc.constantFrom(...'#%AORDE1ü'), maxLength: 8 });
    fc.assert(
      fc.property(anyPart, anyPart, (pk, sk) => {
        expect(() => attemptRefOf(`ORDER#${pk}`, `ATTEMPT#${sk}`)).not.toThrow();
      }),
    );
  });
});
