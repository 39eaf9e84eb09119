// One payment intent: one order, one card, one provider key, and what is known of its sends.

import type { CardTokenHash, SealKey } from '../cards/card-token.ts';
import type { AttemptId, ProviderKey } from '../ids/attempt-id.ts';
import type { OrderId } from '../ids/order-id.ts';
import type { Reference } from '../ids/reference.ts';
import type { Money } from '../money/amount.ts';
import type { EpochMs, EpochSeconds } from '../time/instant.ts';

/** `Failed` is proved not charged; `Abandoned` is given up, not proved: late evidence still counts. */
export type AttemptStatus = 'Open' | 'Succeeded' | 'Declined' | 'Failed' | 'Abandoned';
export type NegativeStatus = Extract<AttemptStatus, 'Declined' | 'Failed' | 'Abandoned'>;

/** Why an attempt is `Failed`: nothing could be sent or all was refused; the provider will not take it; another attempt paid. */
export type FailureReason = 'providerUnavailable' | 'providerRejected' | 'superseded';

/** Why nothing more was sent although the run had sends left: to spare a provider in trouble. */
export type Withheld = 'breaker' | 'budget' | 'pause';

/** What an attempt was closed on. */
export interface Evidence {
  readonly source: 'reply' | 'lookup' | 'schedule' | 'otherAttempt' | 'providerHealth';
  readonly failure?: FailureReason;
  /** HTTP status of the deciding reply, when there was one. */
  readonly httpStatus?: number;
  /** How long the provider asked to be left alone, capped, or until its next probe. */
  readonly retryAfterSeconds?: number;
  readonly withheld?: Withheld;
}

export interface TimelineEntry {
  readonly at: EpochMs;
  readonly what: string;
  readonly detail?: string;
}

/** The timeline keeps its first entries and the newest one. */
export const TIMELINE_MOST = 60;

export interface Attempt extends Money {
  readonly orderId: OrderId;
  readonly attemptId: AttemptId;
  /** Of the key that the attempt was accepted under; see `clientKeyHash`. */
  readonly clientKeyHash: string;
  /** The order's. */
  readonly draftOrderId?: string;
  readonly providerKey: ProviderKey;
  readonly reference: Reference;
  /** Name of the provider adapter. */
  readonly provider: string;
  readonly cardTokenHash: CardTokenHash;
  readonly sealKey?: SealKey;
  readonly status: AttemptStatus;
  /** The fence: the number of the newest run. */
  readonly resumes: number;
  readonly lastStartedAt: EpochMs;
  /** All sends claimed, polls included. */
  readonly sends: number;
  /** Of the newest run: sends that count towards `maxSends`, and polls after a 409. */
  readonly runSends: number;
  readonly runPolls: number;
  /** Numbers of the sends that may have charged or may yet charge. */
  readonly doubtful?: ReadonlySet<number>;
  /** SHA-256 of the request body that this attempt sends, written before the first send. */
  readonly bodyHash: string;
  readonly firstSentAt?: EpochMs;
  readonly lastSentAt?: EpochMs;
  /** The run whose last refusal was a 401: one more in the same run is final. */
  readonly credentialsRefused?: number;
  readonly notFoundReadings: number;
  readonly lastCheckedAt?: EpochMs;
  readonly evidence?: Evidence;
  readonly providerPaymentId?: string;
  readonly declineReason?: string;
  readonly late?: boolean;
  /** Another attempt has paid the order: no more sends. */
  readonly held?: boolean;
  readonly timeline: readonly TimelineEntry[];
  readonly createdAt: EpochMs;
  readonly closedAt?: EpochMs;
  /** Both exist only while someone must look again. */
  readonly dueShard?: string;
  readonly nextCheckAt?: EpochSeconds;
  /** Looks by the schedule since the last news, for its back-off. */
  readonly checks: number;
  /** Who wrote last: recognises our own write when its answer was lost. */
  readonly writeToken?: string;
}

export const doubtfulSends = (attempt: Pick<Attempt, 'doubtful'>): ReadonlySet<number> => attempt.doubtful ?? new Set();
