// What all our processes together know of one provider: counters by ten-second bucket, the breaker, and when it wants to be
// left alone until. One item, so that one request counts a send and reads the whole window.

import type { EpochMs, EpochSeconds } from '../time/instant.ts';

/**
 * `s`: first sends. `r`: sends that repeat one. `f`: failures of both. `g`: retries granted, each before it is sent.
 * `p`: polls, which weigh nothing: a provider that hangs answers many 409s, and they would hide its failures.
 */
export type Counted = 's' | 'r' | 'f' | 'g' | 'p';

/** A counter and its bucket, e.g. `s179649350`. */
export type Counter = `${Counted}${number}`;

export type ProviderHealth = Readonly<Record<Counter, number>> & {
  /** Exists while the breaker is not closed: until then it is open, from then on half-open. */
  readonly openUntil?: EpochMs;
  /** Counts the breaker's changes: a probe's result counts only in the generation that granted it. */
  readonly generation?: number;
  /** Probes granted in this generation, when the last one was, and how many of them went well. */
  readonly probes?: number;
  readonly probedAt?: EpochMs;
  readonly probesWell?: number;
  /** The breaker counts from this bucket on: what came before it last closed is forgiven. */
  readonly countFrom?: number;
  /** The provider asked to be sent nothing before. */
  readonly notBefore?: EpochMs;
  readonly expiresAt: EpochSeconds;
};

export const BUCKET_SECONDS = 10;

const BUCKET_MS = BUCKET_SECONDS * 1_000;

export const bucketOf = (at: EpochMs): number => Math.floor(at / BUCKET_MS);

export const counter = (counted: Counted, at: EpochMs): Counter => `${counted}${bucketOf(at)}`;

/** The oldest bucket that reaches into the last `seconds`: a window is this long at least, and a bucket longer at most. */
const firstBucket = (now: EpochMs, seconds: number): number => Math.floor((now - seconds * 1_000) / BUCKET_MS);

export interface Counts {
  readonly sends: number;
  readonly granted: number;
  readonly retries: number;
  readonly failures: number;
}

/** `from`: buckets before it are left out. Buckets of clocks ahead of ours count too. */
export function countsOf(health: ProviderHealth, now: EpochMs, windowSeconds: number, from = 0): Counts {
  const first = Math.max(from, firstBucket(now, windowSeconds));
  const sum = (counted: Counted): number =>
    countersOf(health)
      .filter((c) => c.counted === counted && c.bucket >= first)
      .reduce((total, { value }) => total + value, 0);
  return { sends: sum('s'), granted: sum('g'), retries: sum('r'), failures: sum('f') };
}

/** Names of the counters that no window reaches any more. */
export const staleCounters = (health: ProviderHealth, now: EpochMs, windowSeconds: number): readonly Counter[] =>
  countersOf(health)
    .filter(({ bucket }) => bucket < firstBucket(now, windowSeconds))
    .map(({ name }) => name);

const COUNTER = /^([srfgp])([0-9]+)$/;

function countersOf(health: ProviderHealth) {
  return Object.entries(health).flatMap(([name, value]) => {
    const [, counted, bucket] = COUNTER.exec(name) ?? [];
    return counted === undefined
      ? []
      : [{ name: name as Counter, counted: counted as Counted, bucket: Number(bucket), value: Number(value) }];
  });
}
