// Which search finds a reference's PaymentIntents, and what one page of it says: all understood, or nothing proved.

import type { ListedCharge } from '#core/outcome/outcome.ts';
import { isObject } from '#core/outcome/reported-charge.ts';
import type { Page } from '../wire/all-pages.ts';
import { type Intent, readIntent } from './intent.ts';

const PAGE_SIZE = 100;

/** `after`: the `next_page` of the page before. */
export function searchQuery(reference: string, after: string | null): string {
  // docs.stripe.com/search, "Search query language": quotes inside a value are escaped with a backslash.
  const quoted = reference.replace(/[\\'"]/g, '\\$&');
  const query = new URLSearchParams({ query: `metadata['merchant_reference']:'${quoted}'`, limit: String(PAGE_SIZE) });
  if (after !== null) query.set('page', after);
  return query.toString();
}

/** `requires_capture` and words never seen before are missing: money that may be held is for a person, not a guess. */
const STATUSES: ReadonlyMap<string | null, ListedCharge['status']> = new Map([
  ['succeeded', 'succeeded'],
  ['processing', 'pending'],
  // The index lags, so it may show an intent in the midst of its confirmation. With `error_on_requires_action` none
  // rests in these two; a no that closes the payment must come from a state in which one does.
  ['requires_confirmation', 'pending'],
  ['requires_action', 'pending'],
  ['requires_payment_method', 'declined'],
  ['canceled', 'declined'],
]);

export function readSearchPage(value: unknown): Page {
  if (!isObject(value) || !Array.isArray(value.data) || typeof value.has_more !== 'boolean') return malformed;
  const charges: ListedCharge[] = [];
  for (const entry of value.data) {
    const charge = listed(readIntent(entry));
    if (charge === null) return malformed;
    charges.push(charge);
  }
  if (!value.has_more) return { kind: 'readable', charges, next: null };
  return typeof value.next_page === 'string' ? { kind: 'readable', charges, next: value.next_page } : malformed;
}

/** An intent under another reference is kept: whether it is ours is for the core to compare. */
function listed(intent: Intent | null): ListedCharge | null {
  if (intent === null) return null;
  const { id, amountMinor, currency, reference } = intent;
  const status = statusOf(intent);
  if (amountMinor === null || currency === null || reference === null || status === undefined) return null;
  const declineReason = status === 'declined' ? (intent.failure.code ?? intent.status) : null;
  return { id, status, amountMinor, currency, reference, declineReason };
}

/** Every intent is created without a payment method that was tried: until one was, the confirmation is still to come. */
function statusOf({ status, failure }: Intent): ListedCharge['status'] | undefined {
  if (status === 'requires_payment_method' && !failure.tried) return 'pending';
  return STATUSES.get(status);
}

const malformed: Page = { kind: 'unreadable', reason: 'MALFORMED' };
