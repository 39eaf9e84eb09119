// What a lookup may answer about attempt A.

import type { ListedCharge, LookupOutcome } from '#core/outcome/outcome.ts';
import { attempt } from '../examples.ts';

const { reference, amountMinor, currency } = attempt();

/** Ours, unless something is changed. */
export const listed = (over: Partial<ListedCharge> = {}): ListedCharge => ({
  id: 'ch_000001',
  status: 'succeeded',
  amountMinor,
  currency,
  reference,
  declineReason: null,
  ...over,
});

export const PENDING = listed({ id: 'ch_pending', status: 'pending' });
export const DECLINE = listed({ id: 'ch_declined', status: 'declined', declineReason: 'insufficient_funds' });
export const OTHER_AMOUNT = listed({ id: 'ch_other', amountMinor: amountMinor + 1 });

export const found = (...charges: ListedCharge[]): LookupOutcome => ({ kind: 'answered', charges });
export const MISS = found();
export const INCONCLUSIVE: LookupOutcome = { kind: 'inconclusive', reason: 'timeout' };
