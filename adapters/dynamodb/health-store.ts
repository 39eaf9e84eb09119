// A provider's health on DynamoDB: one try, and no long wait for it, since a payment never depends on it.

import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import type { HealthStore } from '#core/ports/health-store.ts';
import { decide } from './deciding-write.ts';
import { PERSISTENCE } from './persist.ts';
import type { Tables } from './write-request.ts';

/** The table did not answer soon enough, or at all: what we asked for may or may not have happened. */
export class HealthUnavailable extends Error {
  override readonly name = 'HealthUnavailable';
}

export interface HealthStoreOptions {
  /** Many times what DynamoDB takes, a cold connection included. */
  readonly patienceMs?: number;
  /** Milliseconds of any monotonic clock. */
  readonly now?: () => number;
}

const ONE_TRY = { ...PERSISTENCE, tries: 1 };

export function createHealthStore(
  client: DynamoDBClient,
  tables: Pick<Required<Tables>, 'payments' | 'idempotency'>,
  { patienceMs = 1_000, now = () => performance.now() }: HealthStoreOptions = {},
): HealthStore {
  let seen: { readonly health: ProviderHealth; readonly at: number } | null = null;

  function noted(item: Readonly<Record<string, unknown>> | null): ProviderHealth | null {
    const health = item as ProviderHealth | null;
    if (health !== null) seen = { health, at: now() };
    return health;
  }

  return {
    last: () => seen && { health: seen.health, ageMs: now() - seen.at },
    write: async (write) => {
      const answer = await within(patienceMs, decide(client, write, tables, ONE_TRY));
      if (answer.written) return { written: true, health: noted(answer.after) };
      return { written: false, health: noted(answer.failed[0]?.current ?? null) };
    },
  };
}

async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new HealthUnavailable(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } catch (cause) {
    // A late failure of the request belongs to nobody.
    answer.catch(() => {});
    throw cause instanceof HealthUnavailable ? cause : new HealthUnavailable('no answer', { cause });
  } finally {
    clearTimeout(timer);
  }
}
