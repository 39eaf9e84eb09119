// Whether one more retry may leave: over the window, retries are at most a ratio of the other sends, or a small floor.

import type { Settings } from '../settings/settings.ts';
import type { EpochMs } from '../time/instant.ts';
import { countsOf, type ProviderHealth } from './provider-health.ts';

export type BudgetSettings = Pick<Settings, 'retryBudgetRatio' | 'retryBudgetWindowSeconds' | 'retryBudgetMinimum'>;

export interface Budget {
  /** Retries granted in the window. */
  readonly granted: number;
  /** How many there may be. */
  readonly most: number;
}

export function budgetOf(health: ProviderHealth, now: EpochMs, settings: BudgetSettings): Budget {
  const { sends, granted } = countsOf(health, now, settings.retryBudgetWindowSeconds);
  // Retries earn nothing: they would pay for each other.
  const most = Math.max(settings.retryBudgetMinimum, Math.floor(settings.retryBudgetRatio * sends));
  return { granted, most };
}

/**
 * `health` as the write left it that counted this retry. Of retries counted at the same time each sees those before it, so
 * no more are granted than there is room for, in whatever order they come.
 */
export function grantsRetry(health: ProviderHealth, now: EpochMs, settings: BudgetSettings): boolean {
  const { granted, most } = budgetOf(health, now, settings);
  return granted <= most;
}
