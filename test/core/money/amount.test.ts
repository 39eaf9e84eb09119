// What an amount is (design section 6): a decimal string outside, an integer of minor units inside.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { currency } from '#core/money/currency.ts';
import { PAYABLE } from './iso-4217.ts';

const parse = (text: string, code: string) => parseAmount(text, currency(code));
const MOST = 999_999_999_999;

describe('is read exactly', () => {
  test.each<[string, string, number]>([
    ['548.90', 'TRY', 54_890],
    ['1.1', 'USD', 110],
    ['1.10', 'USD', 110],
    ['1', 'USD', 100],
    ['0.01', 'USD', 1],
    ['500', 'JPY', 500],
    ['500.0', 'JPY', 500],
    ['1.234', 'KWD', 1_234],
    ['0.001', 'KWD', 1],
    ['1.1', 'KWD', 1_100],
    ['1.100000', 'USD', 110],
    // What floats get wrong: 8.2 * 100 and 1.005 * 1000.
    ['8.20', 'EUR', 820],
    ['1.005', 'BHD', 1_005],
    ['4.35', 'EUR', 435],
    ['9999999999.99', 'USD', MOST],
    ['999999999999', 'JPY', MOST],
    ['999999999.999', 'TND', MOST],
  ])('%s %s is %d minor units', (text, code, amountMinor) => {
    expect(parse(text, code)).toEqual({ kind: 'valid', amountMinor });
  });
});

describe('is refused', () => {
  test.each<[string, string, string]>([
    ['finer than the minor unit', '1.001', 'USD'],
    ['half a yen', '0.5', 'JPY'],
    ['finer than a fils', '1.2345', 'KWD'],
    ['nothing', '0', 'USD'],
    ['nothing, with decimals', '0.00', 'USD'],
    ['more than fits', '10000000000.00', 'USD'],
    ['more yen than fit', '1000000000000', 'JPY'],
    ['far more than fits', '9'.repeat(20), 'USD'],
    ['a page of digits', '9'.repeat(10_000), 'USD'],
    ['minus', '-1.00', 'USD'],
    ['plus', '+1.00', 'USD'],
    ['an exponent', '1e3', 'USD'],
    ['a blank before', ' 1.00', 'USD'],
    ['a line after', '1.00\n', 'USD'],
    ['a blank inside', '1 000.00', 'USD'],
    ['a comma', '1,00', 'USD'],
    ['thousands', '1,000.00', 'USD'],
    ['underscores', '1_000', 'USD'],
    ['two points', '1.0.0', 'USD'],
    ['no digit before the point', '.50', 'USD'],
    ['no digit after the point', '1.', 'USD'],
    ['a leading zero', '01.00', 'USD'],
    ['two zeros', '00', 'USD'],
    ['hexadecimal', '0x10', 'USD'],
    ['Arabic digits', '١٢٣', 'USD'],
    ['full-width digits', '１２', 'USD'],
    ['a currency sign', '$1.00', 'USD'],
    ['NaN', 'NaN', 'USD'],
    ['Infinity', 'Infinity', 'USD'],
    ['empty', '', 'USD'],
  ])('%s: %j %s', (_name, text, code) => {
    expect(parse(text, code)).toEqual({ kind: 'invalid', reason: expect.stringMatching(/./) });
  });
});

const anyCurrency = fc.constantFrom(...PAYABLE);
const anyMinor = fc.integer({ min: 1, max: MOST });

describe('for every currency and amount', () => {
  it('is written with all the digits of its minor unit', () => {
    fc.assert(
      fc.property(anyCurrency, anyMinor, ([code, digits], minor) => {
        const unit = 10n ** BigInt(digits);
        const cents = (BigInt(minor) % unit).toString().padStart(digits, '0');
        const expected = `${BigInt(minor) / unit}${digits === 0 ? '' : `.${cents}`}`;
        const parsed = parse(expected, code);
        if (parsed.kind === 'invalid') throw new Error(parsed.reason);
        expect(parsed.amountMinor).toBe(minor);
        expect(formatAmount({ amountMinor: parsed.amountMinor, currency: currency(code) })).toBe(expected);
      }),
    );
  });

  it('zeros that say nothing change nothing, and a digit beyond the minor unit is refused', () => {
    fc.assert(
      fc.property(
        anyCurrency,
        anyMinor,
        fc.nat(9),
        fc.integer({ min: 1, max: 9 }),
        ([code, digits], minor, n, digit) => {
          const money = { amountMinor: minor as never, currency: currency(code) };
          const text = formatAmount(money) + (digits === 0 ? '.' : '');
          expect(parse(`${text}0${'0'.repeat(n)}`, code)).toEqual({ kind: 'valid', amountMinor: minor });
          expect(parse(`${text}${'0'.repeat(n)}${digit}`, code).kind).toBe('invalid');
        },
      ),
    );
  });
});

describe('whatever is given', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0123456789.,-+e _') }),
    fc.double().map(String),
    fc.bigInt().map(String),
  );

  it('answers without throwing, and takes nothing but plain decimals for 1 to 999,999,999,999 minor units', () => {
    fc.assert(
      fc.property(anyText, anyCurrency, (text, [code]) => {
        const parsed = parse(text, code);
        if (parsed.kind === 'invalid') return;
        expect(text).toMatch(/^[0-9]+(\.[0-9]+)?$/);
        expect(Number.isSafeInteger(parsed.amountMinor)).toBe(true);
        expect(parsed.amountMinor).toBeGreaterThanOrEqual(1);
        expect(parsed.amountMinor).toBeLessThanOrEqual(MOST);
      }),
    );
  });
});
