// One payment of one order, from the moment its form opens: which key it has, and when it may have another.

import type { CallOptions } from './call.ts';
import { type KeptKey, type KeyStorage, keptElsewhere, keyBox } from './kept-key.ts';
import { platform as ownPlatform, type Platform } from './platform.ts';
import type { PaymentResult } from './result.ts';
import { type Errand, lookUntilEnded, tryUntilEnded } from './try-until-ended.ts';
import { type Stop, stopAt, type Waits } from './waits.ts';

export interface PaymentOptions {
  readonly orderId: string;
  /** Root of the API, such as `https://pay.shop.example`. */
  readonly api: string;
  /** Where the key is kept until the payment has ended. Default: the page's `sessionStorage`. */
  readonly storage?: KeyStorage;
  /** A key that is kept elsewhere, such as the id of a queue's message: none is made, and `storage` is not used. */
  readonly key?: string;
  /** Of every call, such as `Authorization`; asked anew each time. */
  readonly headers?: CallOptions['headers'];
  /** How long one `pay` or `resume` goes on before it answers `unknown`. Default 60,000. */
  readonly deadlineMs?: number;
  /** How long one call may take; longer than the API's `syncWaitSeconds`. Default 30,000, the gateway's own limit. */
  readonly tryTimeoutMs?: number;
  readonly waits?: Partial<Waits>;
  readonly platform?: Partial<Platform>;
}

export interface Until {
  /** Ends the waiting, not the payment: the outcome is then `unknown`. */
  readonly signal?: AbortSignal;
}

export interface Payment {
  readonly key: string;
  /** A try has left under this key, on this page or an earlier one, and its end is not proved. */
  readonly inDoubt: boolean;
  /** Tries until it has ended. A second call while one is under way gets that one's outcome. */
  pay(request: { readonly cardToken: string } & Until): Promise<PaymentResult>;
  /** Looks until it has ended, without a card: for a page that comes back. */
  resume(until?: Until): Promise<PaymentResult>;
  /** Makes a new key. @throws Error while the payment is in doubt or under way: a new key could then charge twice */
  beginAnew(): Promise<void>;
}

const WAITS: Waits = { baseMs: 500, capMs: 8_000, retryAfterCapMs: 30_000 };

/** Makes the key, or takes up the one that an earlier page has kept. @throws what the storage throws: nothing was sent */
export async function openPayment(options: PaymentOptions): Promise<Payment> {
  const { orderId, deadlineMs = 60_000, key: givenKey } = options;
  const platform = { ...ownPlatform, ...options.platform };
  const box = keyBox(givenKey === undefined ? (options.storage ?? pageStorage()) : keptElsewhere, orderId);
  const errand: Errand = {
    orderId,
    orderUrl: `${options.api.replace(/\/+$/, '')}/orders/${encodeURIComponent(orderId)}`,
    platform,
    waits: { ...WAITS, ...options.waits },
    tryTimeoutMs: options.tryTimeoutMs ?? 30_000,
    headers: options.headers ?? (() => ({})),
    kept: () => kept,
    keep,
    note: (next) => keep(next).catch(() => {}),
  };
  // A key that came from elsewhere may have been sent by whoever had it before.
  let kept: KeptKey =
    givenKey === undefined
      ? ((await box.read()) ?? { key: platform.randomUUID(), inDoubt: false })
      : { key: givenKey, inDoubt: true };
  /** The card that was declined under this key: the same one gets the same answer, another one gets a new key. */
  let declinedCard: string | null = null;
  let underWay: Promise<PaymentResult> | null = null;

  async function keep(next: KeptKey): Promise<void> {
    kept = next;
    await box.write(next);
  }

  async function newKey(): Promise<void> {
    declinedCard = null;
    await keep({ key: givenKey ?? platform.randomUUID(), inDoubt: false });
  }

  /** One at a time, so that a double click is one payment. */
  function alone(work: (stop: Stop) => Promise<PaymentResult>, signal?: AbortSignal): Promise<PaymentResult> {
    underWay ??= (async () => {
      const stop = stopAt(deadlineMs, signal, platform);
      try {
        const result = await work(stop);
        if (result.kind === 'paid' || result.kind === 'declined') {
          kept = { key: kept.key, inDoubt: false };
          await box.forget().catch(() => {});
        }
        return result;
      } finally {
        stop.clear();
        underWay = null;
      }
    })();
    return underWay;
  }

  await keep(kept);
  return {
    get key() {
      return kept.key;
    },
    get inDoubt() {
      return kept.inDoubt;
    },
    pay: ({ cardToken, signal }) =>
      alone(async (stop) => {
        if (declinedCard !== null && declinedCard !== cardToken) await newKey();
        const result = await tryUntilEnded(errand, cardToken, stop);
        declinedCard = result.kind === 'declined' ? cardToken : null;
        return result;
      }, signal),
    resume: ({ signal } = {}) =>
      alone(async (stop) => {
        const result = await lookUntilEnded(errand, stop);
        // Which card it was is not kept, so whatever card comes next is another one.
        if (result.kind === 'declined') declinedCard = '';
        return result;
      }, signal),
    async beginAnew() {
      if (underWay !== null || kept.inDoubt)
        throw new Error(`the payment of order ${orderId} may be under way: pay or resume it, with the key it has`);
      await newKey();
    },
  };
}

function pageStorage(): KeyStorage {
  const { sessionStorage } = globalThis as { sessionStorage?: KeyStorage };
  if (sessionStorage === undefined)
    throw new Error('there is no sessionStorage here: give `storage`, or the `key` that is kept elsewhere');
  return sessionStorage;
}
