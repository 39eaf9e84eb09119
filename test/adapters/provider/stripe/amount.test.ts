// Stripe's exponents, from docs.stripe.com/currencies as read in 2026: every example there, and what cannot be charged.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { minorAmount, stripeAmount, stripeDigits } from '#adapters/provider/stripe/amount.ts';

const ZERO_DECIMAL = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THREE_DECIMAL = 'BHD JOD KWD OMR TND'.split(' ');

describe('decimal places', () => {
  test.each(ZERO_DECIMAL)('%s: none', (code) => expect(stripeDigits(code)).toBe(0));
  test.each(THREE_DECIMAL)('%s: three', (code) => expect(stripeDigits(code)).toBe(3));
  // On the list of those without decimals, and among the special cases with two: the case outranks the list.
  test.each(['ISK', 'UGX', 'HUF', 'TWD', 'USD', 'TRY'])('%s: two', (code) => expect(stripeDigits(code)).toBe(2));
  test.each(['', 'usd', 'XXX', 'ABC'])('%j is no currency', (code) => expect(stripeDigits(code)).toBeNull());
});

test.each<[string, string, number, number]>([
  ['10 USD', 'USD', 1_000, 1_000],
  ['500 JPY', 'JPY', 500, 500],
  ['5 ISK', 'ISK', 5, 500],
  ['5 UGX', 'UGX', 5, 500],
  ['10.45 HUF', 'HUF', 1_045, 1_045],
  ['800.45 TWD', 'TWD', 80_045, 80_045],
  ['5.120 KWD', 'KWD', 5_120, 5_120],
  ['7 MGA, two digits at ISO', 'MGA', 700, 7],
])('%s is charged as Stripe writes it, and read back', (_name, code, minor, stripe) => {
  expect(stripeAmount(minor, code)).toBe(stripe);
  expect(minorAmount(stripe, code)).toBe(minor);
});

test.each([
  ['5.124 KWD: the last digit must be 0', 'KWD', 5_124],
  ['7.50 MGA', 'MGA', 750],
  ['no currency', 'ABC', 100],
  ['beyond exact numbers', 'ISK', Number.MAX_SAFE_INTEGER],
])('%s cannot be charged, and is not rounded', (_name, code, minor) => {
  expect(stripeAmount(minor, code)).toBeNull();
});

test.each([
  ['a fraction of ISK', 550, 'ISK'],
  ['text', '500', 'USD'],
  ['no integer', 1.5, 'USD'],
  ['nothing', undefined, 'USD'],
  ['no currency', 500, 'ABC'],
])('%s is no amount', (_name, amount, code) => {
  expect(minorAmount(amount, code)).toBeNull();
});

it('never turns an amount into another', () => {
  const codes = fc.constantFrom(...ZERO_DECIMAL, ...THREE_DECIMAL, 'ISK', 'UGX', 'HUF', 'TWD', 'USD');
  fc.assert(
    fc.property(codes, fc.integer({ min: 1, max: 999_999_999_999 }), (code, minor) => {
      const amount = stripeAmount(minor, code);
      expect(amount === null || minorAmount(amount, code) === minor).toBe(true);
    }),
  );
});
