// The bytes of a charge: the same facts and token give the same body, on every send and after every deploy.

import type { RenderCharge } from '#core/ports/payment-provider.ts';

/** The order of the members is part of the bytes: a change makes the provider see another body under an old key. */
export const renderCharge: RenderCharge = ({ orderId, reference, amountMinor, currency }, cardToken) =>
  JSON.stringify({
    amount: amountMinor,
    currency,
    source: cardToken,
    description: `Order ${orderId}`,
    merchant_reference: reference,
  });
