// What a world is: its bounds, who comes, what the provider promises and does, and which guard is missing.

import type { Settings } from '#core/settings/settings.ts';
import type { Codec } from './codec.ts';
import type { Guard, Habit } from './guards.ts';
import type { Memory } from './memory.ts';
import type { Bounds } from './state.ts';
import type { Contract, Ticks } from './ticks.ts';

/** What the provider does, besides what it promises. */
export interface Behaviour extends Contract {
  readonly chargedErrors: boolean;
  readonly errors: boolean;
  readonly declines: boolean;
  readonly refuses: boolean;
  /** A lookup may miss a charge that is there. */
  readonly falseMiss: boolean;
  /** It charges within `maxProcessing`, or never. */
  readonly inTime: boolean;
  /** It honours keys if it promises them. */
  readonly honest: boolean;
}

export interface World {
  readonly name: string;
  readonly bounds: Bounds;
  /** For each customer, in order, what it may bring: [client key, card], counted from 1. */
  readonly customers: readonly (readonly (readonly [number, number])[])[];
  readonly ticks: Ticks;
  readonly settings: Settings;
  readonly behaviour: Behaviour;
  readonly lookups: 'any' | 'all fail' | 'all answer';
  /** Somebody else may bring proof of a charge: webhook, settlement report, vigil. */
  readonly evidence: boolean;
  /** A checkout reads the order first and the key later. */
  readonly tornReads: boolean;
  /** A close reads how the order stands and writes later. */
  readonly staleCloses: boolean;
  /** A run may find the breaker open, or no time left for the send that it has claimed. */
  readonly withheld: boolean;
  readonly person: boolean;
  /** Reviews of undecided attempts are kept track of. */
  readonly reviews: boolean;
  readonly without: Guard | null;
  readonly codec: Codec;
  readonly memory: Memory;
}

export const keeps = ({ without }: World, habit: Habit): boolean => without?.habit !== habit;
