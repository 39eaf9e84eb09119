// Which currencies there are, and their minor units (design section 6: ISO 4217).

import { describe, expect, it, test } from 'vitest';
import { currency, isCurrency, minorDigits } from '#core/money/currency.ts';
import { NOT_PAYABLE, PAYABLE, WITHDRAWN } from './iso-4217.ts';

test.each(PAYABLE)('%s has %d digits (ISO 4217)', (code, digits) => {
  expect(isCurrency(code)).toBe(true);
  expect(minorDigits(currency(code))).toBe(digits);
});

describe('no currency to us', () => {
  test.each([...NOT_PAYABLE, ...WITHDRAWN])('%s', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => currency(code)).toThrow(RangeError);
  });

  test.each(['', 'try', 'Try', 'TRYY', 'TR', ' TRY', 'TRY ', '949', 'constructor', '__proto__'])('%j', (text) => {
    expect(isCurrency(text)).toBe(false);
  });

  test.each([undefined, null, 949, ['TRY'], {}, new String('TRY')])('%o, no string', (value) => {
    expect(isCurrency(value)).toBe(false);
  });

  it('any three letters that are not on the list', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    expect(all.filter(isCurrency)).toEqual(PAYABLE.map(([code]) => code));
  });
});
