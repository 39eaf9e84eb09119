// A provider's health, as the tests begin with it.

import { BUCKET_SECONDS, type ProviderHealth } from '#core/health/provider-health.ts';
import { toSeconds } from '#core/time/instant.ts';
import { at } from '../examples.ts';

/** What is written now is kept for a day. */
export const KEPT = toSeconds(at(86_400));

/** The number of the ten-second bucket so many seconds after `NOW`. */
export const bucket = (seconds: number): number => Math.floor(at(seconds) / (BUCKET_SECONDS * 1_000));

type Over = Partial<ProviderHealth> & Readonly<Record<string, number | undefined>>;

/** Nothing counted, breaker closed, unless `over` says otherwise. */
export const health = (over: Over): ProviderHealth => ({ expiresAt: toSeconds(at(9)), ...over }) as ProviderHealth;

/** Counters of the bucket that lies so many seconds from `NOW`. */
export const counted = (seconds: number, sends: number, failures = 0, retries = 0, granted = retries): Over => ({
  [`s${bucket(seconds)}`]: sends,
  [`f${bucket(seconds)}`]: failures,
  [`r${bucket(seconds)}`]: retries,
  [`g${bucket(seconds)}`]: granted,
});

/** Half-open since a second ago, in its fourth generation. */
export const halfOpen = (over: Over = {}): ProviderHealth => health({ openUntil: at(-1), generation: 4, ...over });
