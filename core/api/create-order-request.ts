// Which bodies of `POST /orders` are valid, and the order they ask for.

import * as v from 'valibot';
import { isOrderId, type OrderId } from '../ids/order-id.ts';
import { type Money, parseAmount } from '../money/amount.ts';
import { type Currency, isCurrency } from '../money/currency.ts';
import { asObject, invalidBody, type ParsedBody } from './parsed-body.ts';

export interface CreateOrderRequest extends Money {
  /** null: we choose one. */
  readonly orderId: OrderId | null;
  readonly draftOrderId: string | null;
  /** The members as given, for the fingerprint. */
  readonly given: Readonly<Record<string, string | undefined>>;
}

const MEMBERS = v.strictObject({
  orderId: v.optional(v.custom<OrderId>(isOrderId, 'must be a string of 1 to 36 of A-Z, a-z, 0-9, "_" and "-"')),
  amount: v.string('must be a decimal string such as "548.90"'),
  currency: v.custom<Currency>(isCurrency, 'must be an ISO 4217 code such as "EUR"'),
  draftOrderId: v.optional(
    v.pipe(
      v.string('must be a string'),
      v.regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 printable ASCII characters without blanks'),
    ),
  ),
});

export function parseCreateOrder(body: unknown): ParsedBody<CreateOrderRequest> {
  const parsed = v.safeParse(MEMBERS, asObject(body));
  if (!parsed.success) return invalidBody(parsed.issues);
  const { orderId, amount, currency, draftOrderId } = parsed.output;
  const money = parseAmount(amount, currency);
  if (money.kind === 'invalid') return { kind: 'invalid', detail: `amount ${money.reason}.` };
  return {
    kind: 'valid',
    request: {
      orderId: orderId ?? null,
      amountMinor: money.amountMinor,
      currency,
      draftOrderId: draftOrderId ?? null,
      given: { orderId, amount, currency, draftOrderId },
    },
  };
}
