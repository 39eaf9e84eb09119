// Two units of time that must not be mixed: milliseconds for our clocks, seconds for DynamoDB's TTL and the due index.

import type { Brand } from '../brand.ts';

/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = Brand<number, 'EpochMs'>;
/** Whole seconds since 1970-01-01T00:00Z (the unit of DynamoDB's TTL). */
export type EpochSeconds = Brand<number, 'EpochSeconds'>;

/** @throws RangeError if `value` is no finite, non-negative number. */
export function epochMs(value: number): EpochMs {
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`not an instant in milliseconds: ${value}`);
  return Math.floor(value) as EpochMs;
}

export const toSeconds = (at: EpochMs): EpochSeconds => Math.floor(at / 1000) as EpochSeconds;
/** The first whole second that is not before `at`. */
export const toSecondsUp = (at: EpochMs): EpochSeconds => Math.ceil(at / 1000) as EpochSeconds;
export const plusSeconds = (at: EpochMs, seconds: number): EpochMs => epochMs(at + seconds * 1000);
export const secondsBetween = (from: EpochMs, to: EpochMs): number => (to - from) / 1000;
/** RFC 3339, UTC, with milliseconds. */
export const toTimestamp = (at: EpochMs): string => new Date(at).toISOString();
