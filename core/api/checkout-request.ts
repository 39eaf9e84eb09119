// Which bodies of `POST /orders/{orderId}/checkout` are valid.

import * as v from 'valibot';
import { type CardToken, isCardToken } from '../cards/card-token.ts';
import { asObject, invalidBody, type ParsedBody } from './parsed-body.ts';

export interface CheckoutRequest {
  readonly cardToken: CardToken;
}

const MEMBERS = v.strictObject({
  cardToken: v.custom<CardToken>(
    isCardToken,
    "must be the provider's token for a card (1 to 255 printable ASCII characters without blanks), never a card number",
  ),
});

export function parseCheckout(body: unknown): ParsedBody<CheckoutRequest> {
  const parsed = v.safeParse(MEMBERS, asObject(body));
  return parsed.success ? { kind: 'valid', request: parsed.output } : invalidBody(parsed.issues);
}
