// The bytes of a PaymentIntent that is confirmed as it is created: the same facts and token give the same body, for ever.

import type { RenderCharge } from '#core/ports/payment-provider.ts';
import { stripeAmount } from './amount.ts';

/** A token of Stripe.js is no payment method; Stripe takes it inside a card. */
const LEGACY_TOKEN = /^tok_/;

/** The order of the parameters is part of the bytes: `bodyHash` tells a deploy in between that it changed them. */
export const renderStripeCharge: RenderCharge = ({ orderId, reference, amountMinor, currency }, cardToken) =>
  new URLSearchParams([
    // An amount that Stripe cannot charge goes nowhere: `send` refuses it. It is not rounded, here or anywhere.
    ['amount', String(stripeAmount(amountMinor, currency) ?? 'none')],
    ['currency', currency.toLowerCase()],
    ['confirm', 'true'],
    // `succeeded` must mean that the money moved: neither authorised alone nor captured some time later.
    ['capture_method', 'automatic'],
    // Cards alone: no method that redirects, and none that is paid days later.
    ['payment_method_types[]', 'card'],
    // Nobody could answer the bank's question: the intent fails instead of waiting for a customer we cannot send there.
    ['error_on_requires_action', 'true'],
    ...cardParameters(cardToken),
    ['description', `Order ${orderId}`],
    ['metadata[merchant_reference]', reference],
  ]).toString();

const cardParameters = (token: string): [string, string][] =>
  LEGACY_TOKEN.test(token)
    ? [
        ['payment_method_data[type]', 'card'],
        ['payment_method_data[card][token]', token],
      ]
    : [['payment_method', token]];
