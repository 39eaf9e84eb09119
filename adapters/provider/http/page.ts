// What one page of a lookup says: every entry is understood, or the page proves nothing.

import { machineCode } from '#core/outcome/machine-code.ts';
import type { ListedCharge } from '#core/outcome/outcome.ts';
import { isObject, readCharge } from '#core/outcome/reported-charge.ts';
import type { Page } from '../wire/all-pages.ts';

/** The provider's words for what became of a charge. */
const STATUSES: ReadonlyMap<string | null, ListedCharge['status']> = new Map([
  ['succeeded', 'succeeded'],
  ['pending', 'pending'],
  ['declined', 'declined'],
  ['failed', 'declined'],
]);

export function readPage(value: unknown): Page {
  if (!isObject(value) || !Array.isArray(value.data) || typeof value.has_more !== 'boolean') return malformed;
  const charges: ListedCharge[] = [];
  for (const entry of value.data) {
    const charge = listed(entry);
    if (charge === null) return malformed;
    charges.push(charge);
  }
  if (!value.has_more) return { kind: 'readable', charges, next: null };
  const last = charges.at(-1);
  return last === undefined
    ? { kind: 'unreadable', reason: 'NO_PROGRESS' }
    : { kind: 'readable', charges, next: last.id };
}

/** An entry under another reference is kept: whether it is ours is for the core to compare. */
function listed(entry: unknown): ListedCharge | null {
  const charge = readCharge(entry);
  if (charge === null || !isObject(entry)) return null;
  const { id, amountMinor, currency, reference } = charge;
  // A status that we do not know (refunded, disputed, …) may well be money that moved: it is for a person, not a guess.
  const status = STATUSES.get(charge.status);
  if (id === null || amountMinor === null || currency === null || reference === null || status === undefined)
    return null;
  return { id, status, amountMinor, currency, reference, declineReason: machineCode(entry.decline_code) };
}

const malformed: Page = { kind: 'unreadable', reason: 'MALFORMED' };
