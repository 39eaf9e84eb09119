// What a storm came to, counted at the provider and at the orders, and what must hold of it whatever the weather.

import type { Reply } from './api.ts';
import { inParallel } from './crowd.ts';
import type { Visit } from './customer.ts';
import { ofOrder } from './provider-view.ts';
import type { Attempts, Scene } from './story.ts';
import { butFor } from './understood.ts';

/** How many customers were told each. */
export type Statuses = Readonly<Record<number, number>>;

export interface StormCount {
  readonly first: Statuses;
  /** In the end. */
  readonly last: Statuses;
  readonly sends: number;
  /** A run's first send is no retry: it is made for a customer who came, or came back. */
  readonly firstSends: number;
  readonly retries: number;
  /** Attempts that were sent, by their references. */
  readonly attempts: number;
  readonly keys: number;
  /** Different pairs of attempt, key and bytes. */
  readonly kinds: number;
  readonly charges: number;
  readonly chargedTwice: number;
  readonly paid: number;
  /** Of those who were told 503. */
  readonly chargedAndTold503: number;
  /** How often the budget could not be asked. */
  readonly unasked: number;
}

const AT_A_TIME = 4;

/** The stack has seen nothing but this storm. */
export async function stormCount(scene: Scene, visits: readonly Visit[], unasked: number): Promise<StormCount> {
  const { api, provider, understood } = scene;
  const orders = await inParallel(
    AT_A_TIME,
    visits,
    async ({ orderId }) => (await api.getOrder(orderId)).body as unknown as Attempts,
  );
  const sends = (await provider.requests()).filter(({ method }) => method === 'POST');
  const charges = await provider.charges();
  const chargesOf = visits.map(({ orderId }) => {
    const ours = ofOrder(orderId);
    return charges.filter((charge) => ours(charge.merchant_reference)).length;
  });
  const firstSends = new Set(understood.take().map(({ attemptId, run }) => `${attemptId} ${run}`)).size;
  return {
    first: statuses(visits.map(({ answers: [first] }) => first)),
    last: statuses(visits.map(({ last }) => last)),
    sends: sends.length,
    firstSends,
    retries: sends.length - firstSends,
    attempts: new Set(sends.map((send) => send.merchantReference)).size,
    keys: new Set(sends.map((send) => send.idempotencyKey)).size,
    kinds: new Set(sends.map((s) => `${s.merchantReference} ${s.idempotencyKey} ${s.bodySha256}`)).size,
    charges: charges.length,
    chargedTwice: chargesOf.filter((made) => made > 1).length,
    paid: orders.filter(({ status }) => status === 'Paid').length,
    chargedAndTold503: visits.filter(({ last }, i) => last.status === 503 && chargesOf[i] !== 0).length,
    unasked,
  };
}

function statuses(replies: readonly Reply[]): Statuses {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export function checkStorm({ checks, settings }: Scene, count: StormCount): void {
  const { last, paid, charges, chargedTwice, keys, attempts, retries, firstSends, unasked } = count;
  const { 200: paidFor, 503: notCharged, ...others } = last;
  checks.that('every customer knows in the end: 200 or 503', Object.keys(others).length === 0, last);
  checks.that(`${charges} charges, as many as orders paid`, charges === paid, count);
  checks.that('no order was charged twice', chargedTwice === 0, count);
  checks.that('nobody was told 503 who was charged', count.chargedAndTold503 === 0, count);
  checks.that(
    `${attempts} attempts were sent, each with a provider key of its own and always the same bytes`,
    keys === attempts && count.kinds === attempts,
    count,
  );
  const { retryBudgetRatio, retryBudgetMinimum } = settings;
  const most = Math.max(retryBudgetMinimum, Math.floor(retryBudgetRatio * firstSends));
  if (most >= firstSends) return;
  const budget = `${retryBudgetRatio * 100} % of ${firstSends} first sends, or ${retryBudgetMinimum} if that is more`;
  checks.that(`${retries} retries, at most ${most}: ${budget}${butFor(unasked)}`, retries <= most + unasked, count);
}
