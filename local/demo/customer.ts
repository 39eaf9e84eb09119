// A customer who pays an order: comes back with the same key as long as the answer is 202, and goes away with any other.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, Reply } from './api.ts';
import { CARD } from './story.ts';

export interface Visit {
  readonly orderId: string;
  /** All answers to the checkout, the first first. */
  readonly answers: readonly [Reply, ...Reply[]];
  readonly last: Reply;
  /** From the first checkout to its last answer. */
  readonly seconds: number;
}

const PATIENCE_MS = 60_000;

/** The same order and the same key, however often the customer comes. */
export async function visit(api: Api, orderId: string): Promise<Visit> {
  const { status } = await api.createOrder(orderId, '548.90');
  if (status >= 300) throw new Error(`order ${orderId} was not created: ${status}`);
  const begin = performance.now();
  const pay = () => api.checkout(orderId, `pay-${orderId}`, CARD);
  let last = await pay();
  const answers: [Reply, ...Reply[]] = [last];
  while (last.status === 202 && performance.now() - begin < PATIENCE_MS) {
    await sleep(1000 * Number(last.headers.get('retry-after') ?? 1));
    last = await pay();
    answers.push(last);
  }
  return { orderId, answers, last, seconds: (performance.now() - begin) / 1000 };
}

/** The last answers, e.g. `200 (3); 503 (2), Retry-After 5, 4`. */
export function told(visits: readonly Visit[]): string {
  const statuses = new Set(visits.map(({ last }) => last.status));
  return [...statuses]
    .map((status) => {
      const replies = visits.map(({ last }) => last).filter((last) => last.status === status);
      const waits = replies.map(({ headers }) => headers.get('retry-after')).filter((wait) => wait !== null);
      return `${status} (${replies.length})${waits.length > 0 ? `, Retry-After ${waits.join(', ')}` : ''}`;
    })
    .join('; ');
}

/** Seconds. */
export const median = (visits: readonly Visit[]): string =>
  (visits.map(({ seconds }) => seconds).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)] ?? 0).toFixed(1);
