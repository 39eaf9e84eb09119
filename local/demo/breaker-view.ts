// What the breaker is, as the table has it: each change is told when it happens.

import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { keyOf } from '#adapters/dynamodb/write-request.ts';
import { type BreakerState, breakerState } from '#core/health/circuit-breaker.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import { healthAddress } from '#core/records/address.ts';
import { epochMs } from '#core/time/instant.ts';
import { REGION } from '../template/names.ts';
import type { Scene } from './story.ts';

export interface BreakerView {
  /** All states so far, the first first. */
  readonly states: readonly BreakerState[];
  /** How often it has become half-open, as long as it has not closed again. */
  readonly timesHalfOpen: number;
  /** Milliseconds until it is half-open; 0 if it is not open. */
  openForMs(): number;
  /** Returns once it is so. */
  until(state: BreakerState): Promise<void>;
  end(): Promise<void>;
}

const POLL_MS = 50;
const PATIENCE_MS = 30_000;
const WORDS: Readonly<Record<BreakerState, string>> = { closed: 'closed', open: 'open', halfOpen: 'half-open' };

export async function watchBreaker({ dynamodb, settings, say }: Scene): Promise<BreakerView> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: dynamodb, region: REGION, credentials });
  const input = {
    TableName: 'Idempotency',
    Key: keyOf(healthAddress(settings.provider.adapter)),
    ConsistentRead: true,
  };
  const read = async (): Promise<ProviderHealth | null> => {
    const { Item } = await client.send(new GetItemCommand(input));
    return Item ? (unmarshall(Item) as ProviderHealth) : null;
  };
  const states: BreakerState[] = [];
  let health = await read();
  const generation = health?.generation ?? 0;
  let over = false;

  function tell(): void {
    const state = breakerState(health, epochMs(Date.now()));
    if (state === states.at(-1)) return;
    states.push(state);
    say(`the breaker is ${WORDS[state]}`);
  }
  tell();
  const watching = (async () => {
    for (; !over; await sleep(POLL_MS)) {
      health = await read();
      tell();
    }
  })();
  // Whoever ends the watch learns of it; until then it may be the stack that is being stopped.
  watching.catch(() => {});
  return {
    states,
    get timesHalfOpen() {
      // Each opening makes a generation, and ends in being half-open.
      return (health?.generation ?? 0) - generation - (states.at(-1) === 'open' ? 1 : 0);
    },
    openForMs: () => Math.max(0, (health?.openUntil ?? 0) - Date.now()),
    async until(state) {
      const late = Date.now() + PATIENCE_MS;
      while (states.at(-1) !== state) {
        if (Date.now() > late) throw new Error(`the breaker is still ${WORDS[states.at(-1) ?? 'closed']}`);
        await sleep(POLL_MS);
      }
    },
    async end() {
      over = true;
      await watching;
      client.destroy();
    },
  };
}
