// What the payment step knows of its provider's health, shared by all processes. Advice, never a proof: without it, it goes on.

import type { ProviderHealth } from '../health/provider-health.ts';
import type { DecidingWrite } from '../writes/write.ts';

export interface SeenHealth {
  readonly health: ProviderHealth;
  /** Milliseconds since this process saw it. */
  readonly ageMs: number;
}

export interface HealthStore {
  /** What this process saw last, without asking; null: nothing yet. */
  last(): SeenHealth | null;
  /** `health` as the write left it, or as it stood against it. @throws when the table does not answer at once. */
  write(write: DecidingWrite): Promise<{ readonly written: boolean; readonly health: ProviderHealth | null }>;
}
