/** How this provider words what a charge comes to. */
import { chargeView, type Entry } from './ledger.ts';
import { modeFailure } from './mode-failure.ts';
import type { Wording } from './perform-charge.ts';
import { failure, json } from './reply.ts';

export const CHARGE_WORDS: Wording = {
  outcome: (entry: Entry) =>
    entry.declineCode === undefined
      ? json(201, chargeView(entry, 'succeeded'))
      : failure(402, 'card_declined', 'the card was declined', { decline_code: entry.declineCode, charge: entry.id }),
  pending: (entry) => chargeView(entry, 'pending'),
  failure: modeFailure,
};
