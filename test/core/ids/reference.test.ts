// `merchant_reference` = `<tenantId>-<orderId>-<attemptId>`; it alone leads to the attempt's item (design section 1).

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { attemptId } from '#core/ids/attempt-id.ts';
import { orderId } from '#core/ids/order-id.ts';
import { parseReference, referenceOf } from '#core/ids/reference.ts';
import { tenantId } from '#core/ids/tenant-id.ts';
import { A, refOf } from '../examples.ts';

const anyTenant = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
  minLength: 10,
  maxLength: 10,
});
const anyOrder = fc.string({ unit: fc.constantFrom(...'abzABZ019_-'), minLength: 1, maxLength: 36 });
const anyHex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 30, maxLength: 30 });
const anyRef = fc.record({
  tenantId: anyTenant.map(tenantId),
  orderId: anyOrder.map(orderId),
  attemptId: anyHex.map((h) => attemptId(`${h.slice(0, 12)}7${h.slice(12, 15)}8${h.slice(15)}`)),
});

it('is composed of tenant, order and attempt', () => {
  expect(referenceOf(refOf(A))).toBe('EW7Y4GRDSP-1001-019b8e0f4c0070008000000000000aaa');
});

it('reads back to what it was composed of, dashes in the order id or not', () => {
  fc.assert(
    fc.property(anyRef, (ref) => {
      expect(parseReference(referenceOf(ref))).toEqual(ref);
    }),
  );
});

it('has at most 80 characters', () => {
  fc.assert(fc.property(anyRef, (ref) => referenceOf(ref).length <= 80));
  expect(referenceOf({ ...refOf(A), orderId: orderId('o'.repeat(36)) })).toHaveLength(80);
});

describe('not one of ours', () => {
  const ours = referenceOf(refOf(A));
  test.each([
    ['empty', ''],
    ['no order', 'EW7Y4GRDSP-019b8e0f4c0070008000000000000aaa'],
    ['an empty order', 'EW7Y4GRDSP--019b8e0f4c0070008000000000000aaa'],
    ['an order that is too long', `EW7Y4GRDSP-${'o'.repeat(37)}-019b8e0f4c0070008000000000000aaa`],
    ['lower case', ours.toLowerCase()],
    ['another separator', ours.replaceAll('-', '_')],
    ['another separator after the tenant', ours.replace('-', '_')],
    ['another separator before the attempt', ours.replace(`-${A}`, `_${A}`)],
    ['a blank before', ` ${ours}`],
    ['a line after', `${ours}\n`],
    ['an attempt of another version', 'EW7Y4GRDSP-1001-919108f752d143209bacf847db4148a8'],
    ['another shop’s', 'order-1001'],
    ['dashes', '-'.repeat(80)],
  ])('%s', (_name, text) => expect(parseReference(text)).toBeNull());

  it('whatever is read is exactly what it would be composed to', () => {
    const nearly = fc.tuple(anyRef, fc.nat(79), fc.string({ maxLength: 2 })).map(([ref, i, other]) => {
      const text = referenceOf(ref);
      return text.slice(0, i) + other + text.slice(i + 1);
    });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary', maxLength: 90 })), (text) => {
        const ref = parseReference(text);
        if (ref !== null) expect(referenceOf(ref)).toBe(text);
      }),
    );
  });
});
