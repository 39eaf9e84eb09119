// How a charge in a provider's JSON is read: a field that is not what it should be is null, never guessed.

/** One charge as the provider reports it, in a reply or in a list. */
export interface ReportedCharge {
  readonly id: string | null;
  readonly status: string | null;
  /** Integer, minor units. */
  readonly amountMinor: number | null;
  /** Upper case. */
  readonly currency: string | null;
  readonly reference: string | null;
}

// Ids are stored, logged and shown to callers: visible ASCII of a bounded length, or it is no id.
const ID = /^[\x21-\x7e]{1,255}$/;
const CURRENCY = /^[A-Z]{3}$/i;

/** Answers null when the value is not a JSON object at all. */
export function readCharge(value: unknown): ReportedCharge | null {
  if (!isObject(value)) return null;
  return {
    id: matching(value.id, ID),
    status: text(value.status),
    amountMinor: Number.isSafeInteger(value.amount) ? Number(value.amount) : null,
    currency: matching(value.currency, CURRENCY)?.toUpperCase() ?? null,
    reference: text(value.merchant_reference),
  };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const matching = (value: unknown, pattern: RegExp): string | null =>
  typeof value === 'string' && pattern.test(value) ? value : null;
