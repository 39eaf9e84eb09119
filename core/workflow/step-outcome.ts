// What every task of the workflows returns: one fixed shape, so that no path reads a field that is not there.

import type { AttemptStatus } from '../records/attempt.ts';

export interface StepOutcome {
  readonly kind: 'settled' | 'stillProcessing' | 'retry' | 'unknown' | 'superseded';
  /** The attempt's status, when the step knows that it has ended. */
  readonly status: Exclude<AttemptStatus, 'Open'> | null;
  /** Whole seconds, >= 1: what a Wait state takes. */
  readonly waitSeconds: number;
}

const NO_WAIT = 1;

export const settled = (status: Exclude<AttemptStatus, 'Open'>): StepOutcome => ({
  kind: 'settled',
  status,
  waitSeconds: NO_WAIT,
});
export const UNKNOWN: StepOutcome = { kind: 'unknown', status: null, waitSeconds: NO_WAIT };
export const SUPERSEDED: StepOutcome = { kind: 'superseded', status: null, waitSeconds: NO_WAIT };
export const waiting = (kind: 'stillProcessing' | 'retry', waitSeconds: number): StepOutcome => ({
  kind,
  status: null,
  waitSeconds,
});
