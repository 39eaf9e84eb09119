// What a story is given to happen in, and what stories share.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#core/settings/settings.ts';
import type { Api, Reply } from './api.ts';
import type { Checks } from './check.ts';
import type { Say } from './narrator.ts';
import { ofOrder, type ProviderView, type SeenRequest } from './provider-view.ts';
import type { Understood } from './understood.ts';

export interface Scene {
  readonly api: Api;
  readonly provider: ProviderView;
  readonly say: Say;
  readonly checks: Checks;
  readonly orderId: string;
  /** In force. */
  readonly settings: Settings;
  /** The tables. */
  readonly dynamodb: string;
  readonly understood: Understood;
}

export interface ActOptions {
  /** Over the demo's. */
  readonly settings?: Partial<Settings>;
  /** `summary`: too much happens to tell each event; the act says what it came to. */
  readonly told?: 'eachEvent' | 'summary';
}

export type Play<Seen> = (scene: Scene) => Promise<Seen>;

export interface Stage {
  /** One telling, on a stack that has these settings; the stack of the act before may be gone then. */
  act<Seen>(play: Play<Seen>, options?: ActOptions): Promise<Seen>;
  /** Between acts: what they came to, side by side. */
  readonly say: Say;
  readonly checks: Checks;
}

export interface Story {
  readonly name: string;
  readonly about: string;
  run(stage: Stage): Promise<void>;
}

export const inOneAct =
  (play: Play<void>, options?: ActOptions): Story['run'] =>
  (stage) =>
    stage.act(play, options);

export const CARD = 'tok_visa_4242';
export const OTHER_CARD = 'tok_mastercard_5555';

export async function placeOrder({ api, say, orderId }: Scene): Promise<void> {
  const { status, body } = await api.createOrder(orderId, '548.90');
  say(`POST /orders: ${status}, order ${orderId}, ${body.amount} ${body.currency}, ${body.status}`);
}

/** A checkout with its lines before and after. */
export async function checkout({ api, say, orderId }: Scene, key: string, card: string, who: string): Promise<Reply> {
  say(`${who}: POST /orders/${orderId}/checkout, Idempotency-Key "${key}"`);
  const reply = await api.checkout(orderId, key, card);
  say(`${who} is answered ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

export interface Attempts {
  readonly status: string;
  readonly attempts: readonly { readonly attemptId: string; readonly status: string }[];
}

export async function showOrder({ api, say, orderId }: Scene): Promise<Attempts> {
  const { body } = await api.getOrder(orderId);
  const order = body as unknown as Attempts;
  say(`GET /orders/${orderId}: ${order.status}, attempts ${order.attempts.map((a) => a.status).join(', ')}`);
  return order;
}

/** The sends of this order, in the order in which the provider received them. */
export async function sendsOf({ provider, orderId }: Scene): Promise<readonly SeenRequest[]> {
  const ours = ofOrder(orderId);
  return (await provider.requests()).filter((r) => r.method === 'POST' && ours(r.merchantReference));
}

/** Exactly so many charges of this order at the provider, and so many different provider keys over all its sends. */
export async function checkProvider(scene: Scene, charges: number, keys: number): Promise<void> {
  const { provider, checks, orderId } = scene;
  const ours = ofOrder(orderId);
  const made = (await provider.charges()).filter((charge) => ours(charge.merchant_reference));
  const sends = await sendsOf(scene);
  const used = new Set(sends.map((send) => send.idempotencyKey));
  checks.that(`${charges} charge at the provider`, made.length === charges, made);
  checks.that(
    `${sends.length} sends with ${keys} provider key${keys === 1 ? '' : 's'}, each with the same bytes`,
    used.size === keys && sameBytes(sends),
    sends,
  );
}

const sameBytes = (sends: readonly { idempotencyKey: string | null; bodySha256: string | null }[]): boolean =>
  new Set(sends.map((s) => `${s.idempotencyKey} ${s.bodySha256}`)).size ===
  new Set(sends.map((s) => s.idempotencyKey)).size;

const MOST_WAIT_MS = 120_000;

/** EventBridge would run the schedule every minute; the demo does not wait so long. false: it never came to that. */
export async function runScheduleUntil(scene: Scene, done: (order: Attempts) => boolean): Promise<boolean> {
  const until = Date.now() + MOST_WAIT_MS;
  scene.say('nobody comes back; the schedule runs');
  while (Date.now() < until) {
    const { body } = await scene.api.getOrder(scene.orderId);
    if (done(body as unknown as Attempts)) return true;
    await scene.api.runSchedule();
    await sleep(500);
  }
  return false;
}
