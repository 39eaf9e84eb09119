// How a PaymentIntent is read: a field that is not what it should be is null, never guessed.

import { machineCode } from '#core/outcome/machine-code.ts';
import { isObject, readCharge } from '#core/outcome/reported-charge.ts';
import { minorAmount } from './amount.ts';

export interface Intent {
  readonly id: string;
  readonly status: string | null;
  /** ISO's minor units: what was received once it succeeded, what was asked for until then. */
  readonly amountMinor: number | null;
  /** Upper case. */
  readonly currency: string | null;
  readonly reference: string | null;
  readonly failure: IntentFailure;
}

export interface IntentFailure {
  /** `last_payment_error` is there: a payment was tried, and failed. */
  readonly tried: boolean;
  /** A machine code of the bank or of Stripe; never a message. */
  readonly code: string | null;
}

/** null: no PaymentIntent, or one without a usable id. */
export function readIntent(value: unknown): Intent | null {
  if (!isObject(value) || value.object !== 'payment_intent') return null;
  const { metadata } = value;
  const charge = readCharge({ ...value, merchant_reference: isObject(metadata) ? metadata.merchant_reference : null });
  if (charge === null || charge.id === null) return null;
  const { id, status, currency, reference } = charge;
  const amount = status === 'succeeded' ? value.amount_received : value.amount;
  return {
    id,
    status,
    amountMinor: currency === null ? null : minorAmount(amount, currency),
    currency,
    reference,
    failure: failureOf(value),
  };
}

function failureOf({ last_payment_error: error, cancellation_reason: reason }: Record<string, unknown>): IntentFailure {
  if (!isObject(error)) return { tried: false, code: machineCode(reason) };
  return { tried: true, code: machineCode(error.decline_code) ?? machineCode(error.code) };
}
