// What an amount is: a decimal string outside, an integer of minor units inside. No float touches money.

import type { Brand } from '../brand.ts';
import { type Currency, minorDigits } from './currency.ts';

/** A positive whole number of a currency's minor units, at most 999,999,999,999 (exact as a number). */
export type AmountMinor = Brand<number, 'AmountMinor'>;

export interface Money {
  readonly amountMinor: AmountMinor;
  readonly currency: Currency;
}

export type ParsedAmount =
  | { readonly kind: 'valid'; readonly amountMinor: AmountMinor }
  | { readonly kind: 'invalid'; readonly reason: string };

const MOST_MINOR = 999_999_999_999n;
const DECIMAL = /^(0|[1-9][0-9]{0,19})(?:\.([0-9]{1,20}))?$/;

/** Reads `"548.90"`; `"1.1"` USD is 110. Digits beyond the minor unit are accepted only if they are zeros. */
export function parseAmount(text: string, currency: Currency): ParsedAmount {
  const match = DECIMAL.exec(text);
  if (!match)
    return invalid(
      'must be a decimal such as "548.90": digits, one point at the most, no sign, exponent, blank or separator',
    );
  const digits = minorDigits(currency);
  const fraction = match[2] ?? '';
  if (/[1-9]/.test(fraction.slice(digits))) return invalid(`has more decimals than ${currency} has (${digits})`);
  const minor = BigInt(`${match[1]}${fraction.slice(0, digits).padEnd(digits, '0')}`);
  if (minor === 0n) return invalid('must be more than zero');
  if (minor > MOST_MINOR) return invalid(`must be at most ${MOST_MINOR} minor units`);
  return { kind: 'valid', amountMinor: Number(minor) as AmountMinor };
}

/** All digits of the minor unit: 110 USD is `"1.10"`, 500 JPY is `"500"`. */
export function formatAmount({ amountMinor, currency }: Money): string {
  const digits = minorDigits(currency);
  const text = String(amountMinor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const invalid = (reason: string): ParsedAmount => ({ kind: 'invalid', reason });
