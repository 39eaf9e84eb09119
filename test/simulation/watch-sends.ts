// What may leave for the provider, and when.

import type { ProviderHealth } from '#core/health/provider-health.ts';
import type { ChargeSend } from '#core/ports/payment-provider.ts';
import { attemptAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { refOf } from './records-in.ts';
import type { Watched } from './watch.ts';
import type { ClaimedSend } from './watch-writes.ts';

interface Wire {
  readonly count: number;
  readonly key: string;
  readonly body: string;
  readonly first: number;
}

/** Between the question whether a send may leave and its leaving, if nothing goes wrong. */
const ON_ITS_WAY_MS = 1_000;
/** Two retries that a budget window lets through are further apart: the longest wait before a retry is 30 seconds. */
const NEAR_MS = 25_000;

export function watchSends(watched: Watched, alarm: (what: string) => void) {
  const { time, tables, settings, isTroubled } = watched;
  const { provider, clockSkewSeconds } = settings;
  const keys = new Map<string, string>();
  const wire = new Map<string, Wire>();
  const retries: number[] = [];
  let firsts = 0;
  let open: { readonly from: number; readonly until: number } | null = null;

  const windowMs = (provider.keyRetentionSeconds - provider.maxProcessingSeconds) * 1_000;
  const skewIsSmall = clockSkewSeconds * 1_000 < NEAR_MS / 5;

  /** I7, where nothing else explains it: a table that cannot be asked lets a send through. */
  function sparesTheProvider(): void {
    if (isTroubled() || open === null) return;
    const now = time.now();
    if (now > open.from + ON_ITS_WAY_MS && now < open.until - clockSkewSeconds * 1_000)
      alarm('I7: an open breaker lets a send through');
  }

  return {
    leaving: ({ expected, providerKey, body }: ChargeSend): void => {
      const ref = refOf(expected);
      const attempt = ref && (tables.get(attemptAddress(ref)) as Attempt | null);
      const seen = wire.get(expected.reference);
      const count = (seen?.count ?? 0) + 1;
      const first = seen?.first ?? time.now();
      wire.set(expected.reference, { count, key: providerKey, body, first });
      if (!attempt || attempt.sends < count) alarm('I5: a send leaves that is not recorded');
      if (seen && seen.key !== providerKey) alarm('I5: another key on a later send');
      if (seen && seen.body !== body) alarm('I5: other bytes on a later send');
      const owner = keys.get(providerKey) ?? expected.reference;
      keys.set(providerKey, owner);
      if (owner !== expected.reference) alarm('I5: one key for two attempts');
      if (time.now() - first >= windowMs) alarm('I5: a send leaves that may arrive outside the key window');
      sparesTheProvider();
    },

    claimed: ({ before, after }: ClaimedSend): void => {
      if (before.sends === 0) firsts += 1;
      const isPoll = after.runPolls > before.runPolls;
      const isAfter401 = before.credentialsRefused === before.resumes;
      const refused = [before, after].some(({ credentialsRefused, resumes }) => credentialsRefused === resumes);
      // A run that is executed twice counts as one, and either may be about to send its last.
      if (!isTroubled() && after.runSends > settings.maxSends + (refused ? 1 : 0))
        alarm('I7: a run sends more than maxSends times');
      if (isPoll || isAfter401 || after.runSends < 2) return;
      retries.push(time.now());
      const near = retries.filter((at) => time.now() - at < NEAR_MS).length;
      const most = Math.max(settings.retryBudgetMinimum, Math.floor(settings.retryBudgetRatio * firsts));
      if (skewIsSmall && !isTroubled() && near > most) alarm('I7: more retries than the budget has');
    },

    wroteHealth: (after: ProviderHealth | null): void => {
      if (after?.openUntil === undefined) open = null;
      else if (open?.until !== after.openUntil) open = { from: time.now(), until: after.openUntil };
    },
  };
}
