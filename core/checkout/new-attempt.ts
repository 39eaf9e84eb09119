// A new payment intent, as it stands before anything is sent.

import type { CardTokenHash, SealKey } from '../cards/card-token.ts';
import { dueShardOf, firstLook } from '../due.ts';
import type { AttemptId, ProviderKey } from '../ids/attempt-id.ts';
import type { Reference } from '../ids/reference.ts';
import type { Attempt } from '../records/attempt.ts';
import type { Order } from '../records/order.ts';
import type { Settings } from '../settings/settings.ts';
import type { EpochMs } from '../time/instant.ts';

export interface NewAttempt {
  readonly order: Order;
  readonly attemptId: AttemptId;
  readonly clientKeyHash: string;
  readonly providerKey: ProviderKey;
  readonly reference: Reference;
  readonly cardTokenHash: CardTokenHash;
  readonly sealKey: SealKey;
  readonly bodyHash: string;
  readonly now: EpochMs;
}

export const newAttempt = (intent: NewAttempt, settings: Settings): Attempt => ({
  orderId: intent.order.orderId,
  attemptId: intent.attemptId,
  clientKeyHash: intent.clientKeyHash,
  ...(intent.order.draftOrderId === undefined ? {} : { draftOrderId: intent.order.draftOrderId }),
  providerKey: intent.providerKey,
  reference: intent.reference,
  amountMinor: intent.order.amountMinor,
  currency: intent.order.currency,
  provider: settings.provider.adapter,
  cardTokenHash: intent.cardTokenHash,
  sealKey: intent.sealKey,
  status: 'Open',
  resumes: 0,
  lastStartedAt: intent.now,
  sends: 0,
  runSends: 0,
  runPolls: 0,
  bodyHash: intent.bodyHash,
  notFoundReadings: 0,
  timeline: [{ at: intent.now, what: 'accepted' }],
  createdAt: intent.now,
  dueShard: dueShardOf(intent.attemptId),
  nextCheckAt: firstLook(intent.now, settings),
  checks: 0,
});
