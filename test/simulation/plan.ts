// What one history is made of: a provider's contract, callers, what the provider does, what goes wrong with us, and a seed for
// everything that just happens.

import type { Fault } from './faults.ts';
import type { SendBehaviour } from './provider.ts';
import type { LookupBehaviour } from './provider-lists.ts';

/** By name: settings that differ from the defaults. */
export const CONTRACTS = {
  'keeps its keys': {},
  'a 503 proves nothing': { provider: { refusalStatuses: [] } },
  'lags behind in lookups': { recheckSeconds: 120, provider: { lookupLagSeconds: 120 } },
  'does not replay first results': { provider: { replaysFirstResult: false } },
  'forgets charges that it answered with errors': {
    provider: { replaysFirstResult: false, keepsChargesAnsweredWithErrors: false },
  },
  'takes no keys': { provider: { supportsIdempotencyKeys: false, replaysFirstResult: false } },
  'charges later than it promised': {},
  'forgets its keys soon': { abandonAfterSeconds: 1_800, provider: { keyRetentionSeconds: 1_900 } },
  'is nervously watched': {
    clockSkewSeconds: 2,
    retryBudgetMinimum: 1,
    breakerMinimumThroughput: 2,
    breakerFailureRatio: 0.5,
    breakerCooldownSeconds: 5,
    breakerProbes: 1,
  },
} as const;

export type ContractName = keyof typeof CONTRACTS;

/** Money moves so many times later than maxProcessingSeconds allows: a charge can turn up when its attempt was given up. */
export const lateness = (contract: ContractName): number => (contract === 'charges later than it promised' ? 10 : 1);

export interface Call {
  /** Seconds after the beginning. */
  readonly at: number;
  readonly tenant: 0 | 1;
  readonly key: 'k1' | 'k2' | 'k3';
  readonly card: 0 | 1;
  /** How long it waits; null: it does not say. */
  readonly wait: number | null;
  /** Told 202 or nothing, it asks again with the same key, so often and after so many seconds. */
  readonly again: { readonly times: number; readonly after: number };
}

export interface Plan {
  readonly contract: ContractName;
  readonly seed: number;
  readonly calls: readonly Call[];
  readonly sends: readonly SendBehaviour[];
  readonly lookups: readonly LookupBehaviour[];
  readonly faults: readonly Fault[];
}
