// The form of a PaymentIntent, byte for byte.

import { expect, test } from 'vitest';
import { renderStripeCharge } from '#adapters/provider/stripe/charge-body.ts';

const FACTS = {
  orderId: '1001',
  reference: 'abcdefghij-1001-0123456789abcdef0123456789abcdef',
  amountMinor: 54_890,
  currency: 'TRY',
};

test('a payment method is confirmed at once, by card alone, captured at once, with nobody to ask', () => {
  expect(renderStripeCharge(FACTS, 'pm_1NxYz').split('&')).toEqual([
    'amount=54890',
    'currency=try',
    'confirm=true',
    'capture_method=automatic',
    'payment_method_types%5B%5D=card',
    'error_on_requires_action=true',
    'payment_method=pm_1NxYz',
    'description=Order+1001',
    'metadata%5Bmerchant_reference%5D=abcdefghij-1001-0123456789abcdef0123456789abcdef',
  ]);
});

test('a token of Stripe.js goes inside a card', () => {
  const form = new URLSearchParams(renderStripeCharge(FACTS, 'tok_visa'));
  expect(form.get('payment_method_data[type]')).toBe('card');
  expect(form.get('payment_method_data[card][token]')).toBe('tok_visa');
  expect(form.has('payment_method')).toBe(false);
});

test('a token cannot smuggle in a parameter', () => {
  const form = new URLSearchParams(renderStripeCharge(FACTS, 'pm_1&amount=1#'));
  expect(form.getAll('amount')).toEqual(['54890']);
  expect(form.get('payment_method')).toBe('pm_1&amount=1#');
});

test('an amount that Stripe cannot charge is written as none that it could', () => {
  expect(renderStripeCharge({ ...FACTS, currency: 'KWD', amountMinor: 5_124 }, 'pm_1')).toMatch(/^amount=none&/);
});
