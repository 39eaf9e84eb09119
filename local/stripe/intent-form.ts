/** Decides whether a form is a PaymentIntent that Stripe would create and confirm. Its own table, not the adapter's. */

export interface IntentForm {
  amount: number; // in Stripe's own units
  currency: string; // lower case
  paymentMethod: string;
  merchantReference: string;
}

export type ReadForm =
  | { kind: 'valid'; form: IntentForm }
  | { kind: 'invalid'; code: string; param: string; message: string };

const MOST = 99_999_999; // "up to eight digits"
const STEPS: Record<string, number> = { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 };

/** What must be given, word for word. */
const FIXED: Record<string, string> = {
  confirm: 'true',
  capture_method: 'automatic',
  'payment_method_types[]': 'card',
  error_on_requires_action: 'true',
};

const KNOWN = new Set([
  ...Object.keys(FIXED),
  'amount',
  'currency',
  'payment_method',
  'payment_method_data[type]',
  'payment_method_data[card][token]',
  'description',
  'metadata[merchant_reference]',
]);

export function readIntentForm(bytes: Buffer): ReadForm {
  const form = new URLSearchParams(bytes.toString('utf8'));
  for (const name of form.keys()) if (!KNOWN.has(name)) return invalid('parameter_unknown', name, 'is unknown');
  for (const [name, value] of Object.entries(FIXED))
    if (form.get(name) !== value) return invalid('parameter_invalid', name, `must be ${value} for this fake`);

  const currency = form.get('currency') ?? '';
  if (!/^[a-z]{3}$/.test(currency)) return invalid('parameter_invalid', 'currency', 'must be three small letters');
  const text = form.get('amount') ?? '';
  if (!/^\d+$/.test(text)) return invalid('parameter_invalid_integer', 'amount', 'must be an integer');
  const amount = Number(text);
  if (amount < 1) return invalid('amount_too_small', 'amount', 'must be more than zero');
  if (amount > MOST) return invalid('amount_too_large', 'amount', `must be at most ${MOST}`);
  const step = STEPS[currency] ?? 1;
  if (amount % step !== 0) return invalid('parameter_invalid_integer', 'amount', `must be a multiple of ${step}`);

  const paymentMethod = form.get('payment_method') ?? form.get('payment_method_data[card][token]');
  if (!paymentMethod || paymentMethod.startsWith('tok_') === form.has('payment_method'))
    return invalid('resource_missing', 'payment_method', 'must be a payment method, or a token inside a card');
  const merchantReference = form.get('metadata[merchant_reference]') ?? '';
  return { kind: 'valid', form: { amount, currency, paymentMethod, merchantReference } };
}

const invalid = (code: string, param: string, words: string): ReadForm => ({
  kind: 'invalid',
  code,
  param,
  message: `${param}: ${words}`,
});
