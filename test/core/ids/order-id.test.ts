// Order ids: 1..36 of `[A-Za-z0-9_-]` (design section 1).

import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { isOrderId, orderId } from '#core/ids/order-id.ts';

test.each(['1', '1001', 'A_b-9', '-', '_', 'a'.repeat(36), '019b8e0f-4c00-7001-8000-0000000000aa'])(
  '%j is one',
  (text) => {
    expect(isOrderId(text)).toBe(true);
    expect(orderId(text)).toBe(text);
  },
);

test.each(['', 'a'.repeat(37), 'a b', 'a/b', 'a#b', 'a.b', 'ü', '1001\n', '..', '%31'])('%j is none', (text) => {
  expect(isOrderId(text)).toBe(false);
  expect(() => orderId(text)).toThrow(RangeError);
});

test.each([undefined, null, 1001, ['1001'], {}])('%o is none', (value) => expect(isOrderId(value)).toBe(false));

it('whatever the text, it is one only if it is built of the named characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const named = [...text].every((c) =>
        'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'.includes(c),
      );
      expect(isOrderId(text)).toBe(named && text.length >= 1 && text.length <= 36);
    }),
  );
});
