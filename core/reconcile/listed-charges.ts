// What the provider lists under an attempt's reference, compared with the attempt.

import type { ListedCharge, LookupOutcome } from '../outcome/outcome.ts';
import { type Attempt, doubtfulSends } from '../records/attempt.ts';
import type { Settings } from '../settings/settings.ts';
import { allowsDoubtfulResend } from '../writes/claim-send.ts';

export type LookupVerdict =
  | {
      readonly kind: 'charged';
      readonly providerPaymentId: string;
      /** Ids of further charges under the same reference: money to go back. */
      readonly more: readonly string[];
      readonly contradicted: boolean;
    }
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'notFound' }
  /** Pending, or the lookup gave no verdict. */
  | { readonly kind: 'open'; readonly because: string }
  | { readonly kind: 'contradicted' };

export function readLookup(attempt: Attempt, lookup: LookupOutcome, settings: Settings): LookupVerdict {
  if (lookup.kind === 'inconclusive') return { kind: 'open', because: lookup.reason };
  const ours = lookup.charges.filter((charge) => isOurs(charge, attempt));
  const contradicted = ours.length < lookup.charges.length;
  const [first, ...more] = ours.filter((charge) => charge.status === 'succeeded').map(({ id }) => id);
  if (first !== undefined) return { kind: 'charged', providerPaymentId: first, more, contradicted };
  if (contradicted) return { kind: 'contradicted' };
  if (ours.some((charge) => charge.status === 'pending')) return { kind: 'open', because: 'pending' };
  const decline = ours.find((charge) => charge.status === 'declined');
  if (decline && declineIsOfTheDoubtfulSend(attempt, settings))
    return { kind: 'declined', reason: decline.declineReason ?? 'declined' };
  return { kind: 'notFound' };
}

const isOurs = (charge: ListedCharge, { reference, amountMinor, currency }: Attempt): boolean =>
  charge.reference === reference && charge.amountMinor === amountMinor && charge.currency === currency;

/**
 * A listed decline proves something only if it can be no other send's than the one that is in doubt: all others are
 * proved refused, and none of those was refused by a decline of its own, which a provider that does not replay its
 * first result would list beside it.
 */
const declineIsOfTheDoubtfulSend = (attempt: Attempt, settings: Settings): boolean =>
  doubtfulSends(attempt).size === 1 &&
  (attempt.sends === 1 || settings.provider.replaysFirstResult || !allowsDoubtfulResend(settings));
