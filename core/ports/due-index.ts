// What the sweep needs from the due index: it nominates, the decision reads the item.

import type { AttemptRef } from '../ids/reference.ts';
import type { Address } from '../records/address.ts';
import type { AttemptStatus } from '../records/attempt.ts';
import type { EpochSeconds } from '../time/instant.ts';

export interface DueAttempt {
  readonly at: Address;
  /** null: the item is no attempt that we can read. */
  readonly ref: AttemptRef | null;
  readonly nextCheckAt: EpochSeconds;
  readonly status: AttemptStatus;
  readonly checks: number;
}

export interface DueIndex {
  /** One page of a shard, oldest first; `cursor` undefined: there is no more. */
  due(shard: string, now: EpochSeconds, cursor?: unknown): Promise<{ items: readonly DueAttempt[]; cursor: unknown }>;
}
