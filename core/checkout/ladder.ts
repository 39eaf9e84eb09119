// What a checkout comes to, from what was read: ordered guards, the first that applies names the decision.

import type { CardTokenHash } from '../cards/card-token.ts';
import type { Attempt } from '../records/attempt.ts';
import type { ClientKey } from '../records/client-key.ts';
import type { Order } from '../records/order.ts';

/** `key`: live record of the caller's key, if any; `own`: the attempt it leads to; `earlier`: those it led to before. */
export interface CheckoutFacts {
  readonly order: Order;
  readonly key: ClientKey | null;
  readonly own: Attempt | null;
  readonly earlier: readonly Attempt[];
  /** The attempt that the order waits for. */
  readonly open: Attempt | null;
  /** The attempt that paid the order. */
  readonly paid: Attempt | null;
  readonly fingerprint: string;
  readonly cardTokenHash: CardTokenHash;
}

export type CheckoutDecision =
  | { readonly kind: 'keyReused' }
  /** The key's own final answer again. */
  | { readonly kind: 'replay'; readonly attempt: Attempt }
  /** The order is paid, by whatever attempt. */
  | { readonly kind: 'paid' }
  /** The key's own attempt is open: wait for it, resume it if nobody works on it. */
  | { readonly kind: 'await'; readonly attempt: Attempt }
  | { readonly kind: 'otherPaymentOpen'; readonly attempt: Attempt }
  | { readonly kind: 'join'; readonly attempt: Attempt }
  | { readonly kind: 'accept' }
  /** What was read does not fit together: somebody wrote in between. */
  | { readonly kind: 'readAgain' };

export function checkoutDecision(facts: CheckoutFacts): CheckoutDecision {
  const { order, key, own, earlier, open } = facts;
  if (key && key.fingerprint !== facts.fingerprint) return { kind: 'keyReused' };
  // A key that once led to a charge answers 200, whatever it led to since: with the charge that paid the order. Another
  // one came to light later, and goes back.
  const charges = [...earlier, ...(own ? [own] : [])].filter((attempt) => attempt.status === 'Succeeded');
  const kept = charges.find((attempt) => attempt.attemptId === order.paidAttemptId);
  if (kept) return { kind: 'replay', attempt: kept };
  if (charges[0]) return order.status === 'Paid' ? { kind: 'paid' } : { kind: 'replay', attempt: charges[0] };
  // Only a new key may try a new card after a decline. A held attempt's callers were told "paid" before it was declined.
  if (own?.status === 'Declined' && !own.held) return { kind: 'replay', attempt: own };
  if (order.status === 'Paid') return { kind: 'paid' };
  if (own?.status === 'Open') return { kind: 'await', attempt: own };
  // From here on the key is unused, or its own attempt is Failed or Abandoned: it is free for a new one.
  if (order.status === 'Placed') return { kind: 'accept' };
  if (open?.status !== 'Open') return { kind: 'readAgain' };
  if (open.cardTokenHash !== facts.cardTokenHash) return { kind: 'otherPaymentOpen', attempt: open };
  return { kind: 'join', attempt: open };
}
