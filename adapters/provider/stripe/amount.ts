// How an amount is written at Stripe: its exponents are not ISO 4217's, and some of them are charged in steps.

import { isCurrency, minorDigits } from '#core/money/currency.ts';

// docs.stripe.com/currencies, "Zero-decimal currencies". MGA is one of them although ISO gives it two digits.
const NO_DIGITS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));

/** ibid., "Special cases": without decimals, yet written with two that are always 00. Outranks the list above (UGX). */
const ALWAYS_00 = new Set(['ISK', 'UGX']);

/** What a charge must be a multiple of. HUF and TWD are none: their steps of 100 bind payouts, not charges. */
function stepOf(code: string, digits: number): number {
  if (ALWAYS_00.has(code)) return 100;
  // ibid., "Three-decimal currencies": the last digit must be 0.
  return digits === 3 ? 10 : 1;
}

/** Decimal places of Stripe's `amount`. Where its pages name none, ISO's: three for BHD, JOD, KWD, OMR, TND, else two. */
export function stripeDigits(code: string): number | null {
  if (!isCurrency(code)) return null;
  if (ALWAYS_00.has(code)) return 2;
  if (NO_DIGITS.has(code)) return 0;
  const digits = minorDigits(code);
  return digits === 0 ? null : digits;
}

/** Our minor units as Stripe's `amount`; null: Stripe cannot charge exactly this, and nothing else may be charged. */
export function stripeAmount(amountMinor: number, code: string): number | null {
  const digits = stripeDigits(code);
  if (digits === null || !isCurrency(code)) return null;
  const amount = shifted(amountMinor, digits - minorDigits(code));
  return amount !== null && amount % stepOf(code, digits) === 0 ? amount : null;
}

/** Stripe's `amount` as our minor units; null: no whole number of them. */
export function minorAmount(amount: unknown, code: string): number | null {
  const digits = stripeDigits(code);
  if (digits === null || !isCurrency(code) || typeof amount !== 'number' || !Number.isSafeInteger(amount)) return null;
  return shifted(amount, minorDigits(code) - digits);
}

function shifted(amount: number, places: number): number | null {
  const moved = places >= 0 ? amount * 10 ** places : amount / 10 ** -places;
  return Number.isSafeInteger(moved) ? moved : null;
}
