// One order's story: what is done to it, and what everybody came to know of it.

import type { ApiClient, AttemptView, CheckoutCall, OrderView } from './api-client.ts';
import type { Answer } from './http-call.ts';
import type { Charge, Control, LoggedRequest, ProviderClient } from './provider-client.ts';
import type { Lane } from './provider-switch.ts';
import type { Item, TablesReader } from './tables.ts';
import { until } from './until.ts';

export interface StoryParts {
  readonly orderId: string;
  readonly tenantId: string;
  readonly api: ApiClient;
  readonly provider: ProviderClient;
  readonly lane: Lane;
  readonly tables: TablesReader;
}

export type Story = ReturnType<typeof story>;

let looks = 0;
/** A look is named after the second that it was due at, so each must be another one. */
const longDue = (): number => Math.floor(Date.now() / 1_000) - 1_000 - looks++;

export function story({ orderId, tenantId, api, provider, lane, tables }: StoryParts) {
  const order = (): Promise<OrderView> => api.order(orderId);
  const sends = async (): Promise<LoggedRequest[]> =>
    (await provider.requests()).filter(({ method }) => method === 'POST');
  const execution = (attemptId: string, run = 0) => api.execution(`${attemptId}-${run}`);
  const read = async (attemptId: string): Promise<Item> => {
    const items = await tables.partition(`ORDER#${tenantId}#${orderId}`);
    const found = items.find(({ sk }) => sk === `ATTEMPT#${attemptId}`);
    if (found === undefined) throw new Error(`there is no attempt ${attemptId}`);
    return found;
  };

  return {
    orderId,
    lane,
    order,
    sends,
    execution,
    /** All items of this order: itself, its attempts, its client keys, its reviews. */
    items: async (): Promise<Item[]> => (await tables.scan()).filter((item) => item.orderId === orderId),
    provider: (control: Control) => provider.control(control),
    checkout: (wanted: CheckoutCall = {}): Promise<Answer> => api.checkout(orderId, wanted),
    sweep: () => api.sweep(),
    charges: (): Promise<Charge[]> => provider.charges(),
    lookups: async () => (await provider.requests()).filter(({ method }) => method === 'GET').length,

    /** The newest attempt, or the `nth` of all. */
    async attempt(nth = -1): Promise<AttemptView> {
      const found = (await order()).attempts.at(nth);
      if (found === undefined) throw new Error(`the order ${orderId} has no attempt ${nth}`);
      return found;
    },

    /** The attempt as it is stored. */
    stored: read,

    /** Makes all that has happened to an attempt `seconds` older, as if the time had passed. */
    async age(attemptId: string, seconds: number): Promise<void> {
      const attempt = await read(attemptId);
      const instants = ['createdAt', 'lastStartedAt', 'firstSentAt', 'lastSentAt', 'lastCheckedAt'];
      const older = instants
        .filter((name) => name in attempt)
        .map((name) => [name, Number(attempt[name]) - seconds * 1_000]);
      await tables.set(attempt, { ...Object.fromEntries(older), nextCheckAt: longDue() });
    },

    /** Runs the schedule, with this attempt due every time, until it holds. */
    lookUntil: (what: string, attemptId: string, holds: () => Promise<boolean>): Promise<true> =>
      until(
        what,
        async () => {
          if (await holds()) return true;
          await tables.set(await read(attemptId), { nextCheckAt: longDue() });
          await api.sweep();
          return false;
        },
        { timeoutMs: 40_000, everyMs: 500 },
      ),

    /** Kinds of the reviews that wait for a person, sorted. */
    async reviews(): Promise<string[]> {
      const raised = await tables.partition(`REVIEW#${tenantId}`);
      return raised
        .filter((review) => review.orderId === orderId)
        .map(({ kind }) => String(kind))
        .sort();
    },

    /** The states that a run entered, once it has ended. */
    async states(attemptId: string, run = 0): Promise<string[]> {
      const ended = await until(`run ${run} of ${attemptId} ends`, async () => {
        const seen = await execution(attemptId, run);
        return seen.status !== 'RUNNING' && seen;
      });
      return ended.states.map(({ name }) => name);
    },

    /** Runs the schedule again and again, as time does, until the order stands so. */
    sweepUntil: (status: string, timeoutMs = 40_000): Promise<OrderView> =>
      until(
        `the schedule brings ${orderId} to ${status}`,
        async () => {
          await api.sweep();
          const seen = await order();
          return seen.status === status && seen;
        },
        { timeoutMs, everyMs: 500 },
      ),
  };
}
