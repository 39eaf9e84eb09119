// How one payment is tried and watched until it has ended, always under its one key, or until nobody waits any more.

import { type CallOptions, call } from './call.ts';
import type { KeptKey } from './kept-key.ts';
import { readCheckout } from './read-checkout.ts';
import { type OrderReading, readOrder } from './read-order.ts';
import type { Declined, NotCharged, Paid, PaymentResult, Refused } from './result.ts';
import { type Stop, type Waits, waitMs } from './waits.ts';

export interface Errand extends CallOptions {
  readonly orderId: string;
  /** Of the order, without a slash at its end. */
  readonly orderUrl: string;
  readonly waits: Waits;
  kept(): KeptKey;
  /** Rejects when it cannot be stored: then nothing is sent. */
  keep(kept: KeptKey): Promise<void>;
  /** Keeps what was learnt. If it cannot be stored the page only knows less: it stays in doubt, with the same key. */
  note(kept: KeptKey): Promise<void>;
}

/** Sends the checkout until its answer is an end. A 202 is waited for at its Location; then the same checkout answers. */
export async function tryUntilEnded(errand: Errand, cardToken: string, stop: Stop): Promise<PaymentResult> {
  const { orderId, orderUrl, waits, platform } = errand;
  let standing: PaymentResult | null = null;
  for (let tries = 1; !stop.signal.aborted; tries += 1) {
    const before = errand.kept();
    // Written before the first byte leaves: a page that dies from here on comes back in doubt, with the same key.
    if (!before.inDoubt) await errand.keep({ ...before, inDoubt: true });
    if (standing !== null && !isFinal(standing)) standing = null;
    const reading = readCheckout(await postCheckout(errand, before.key, cardToken, stop), orderId);
    let askedMs: number | null = null;
    switch (reading.kind) {
      case 'ended':
        return settled(errand, before, reading.result);
      case 'again':
        standing = await settled(errand, before, reading.now);
        askedMs = reading.retryAfterMs;
        break;
      case 'silent':
        askedMs = reading.retryAfterMs;
        break;
      case 'accepted': {
        const { attemptId } = reading;
        await errand.note({ key: before.key, inDoubt: true, attemptId });
        const url = orderPage(reading.location, orderUrl);
        const seen = await watch(errand, url, reading.retryAfterMs, stop);
        if (seen.kind === 'abandoned') return { kind: 'unknown', because: 'abandoned' };
        if (seen.kind !== 'ended') break;
        const known = standing !== null;
        standing = await settled(errand, before, seen.result);
        // It has ended, so the same checkout replays it at once; but a server that still says 202 is not hammered.
        if (isFinal(standing) && !known) continue;
        break;
      }
    }
    if (!(await stop.pause(waitMs(tries, askedMs, platform.random(), waits)))) break;
  }
  return standing ?? { kind: 'unknown', because: stop.because() };
}

/** Only looks: sends no payment and needs no card. */
export async function lookUntilEnded(errand: Errand, stop: Stop): Promise<PaymentResult> {
  const before = errand.kept();
  const seen = await watch(errand, errand.orderUrl, 'now', stop);
  switch (seen.kind) {
    case 'ended':
      return settled(errand, before, seen.result);
    case 'abandoned':
      return { kind: 'unknown', because: 'abandoned' };
    case 'blind':
      return before.inDoubt ? { kind: 'unknown', because: 'noTrace' } : { kind: 'notCharged' };
    case 'stopped':
      return { kind: 'unknown', because: stop.because() };
  }
}

type Seen = Exclude<OrderReading, { kind: 'open' | 'silent' }> | { readonly kind: 'stopped' };

async function watch(errand: Errand, url: string, first: number | null | 'now', stop: Stop): Promise<Seen> {
  const { waits, platform } = errand;
  const askedMs = first === 'now' ? null : first;
  let silences = 0;
  for (let looks = 0; ; looks += 1) {
    const ms = looks === 0 && first === 'now' ? 0 : waitMs(1 + silences, askedMs, platform.random(), waits);
    if (!(await stop.pause(ms))) return { kind: 'stopped' };
    const answer = await call(url, { method: 'GET' }, stop.signal, errand);
    const reading = readOrder(answer, errand.orderId, errand.kept().attemptId);
    if (reading.kind === 'silent') silences += 1;
    else if (reading.kind === 'open') silences = 0;
    else return reading;
  }
}

/** What is told of a proof, and what is kept of it. */
async function settled(
  errand: Errand,
  before: KeptKey,
  result: Paid | Declined | NotCharged | Refused,
): Promise<PaymentResult> {
  // The key's attempt is proved to have failed: nothing is in doubt, and the same key is free for another try.
  if (result.kind === 'notCharged') await errand.note({ key: before.key, inDoubt: false });
  if (result.kind !== 'refused') return result;
  // That this request was refused says nothing of an earlier one whose answer was lost.
  if (before.inDoubt) return { kind: 'unknown', because: 'refused', problem: result.problem, bug: result.bug };
  await errand.note(before);
  return result;
}

const isFinal = ({ kind }: PaymentResult): boolean => kind === 'paid' || kind === 'declined';

const postCheckout = (errand: Errand, key: string, cardToken: string, stop: Stop) =>
  call(
    `${errand.orderUrl}/checkout`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `"${key.replace(/["\\]/g, '\\$&')}"` },
      body: JSON.stringify({ cardToken }),
    },
    stop.signal,
    errand,
  );

/** Never another origin: the caller's credentials go with the request. */
function orderPage(location: string | null, orderUrl: string): string {
  if (location === null || !URL.canParse(location, orderUrl)) return orderUrl;
  const page = new URL(location, orderUrl);
  return page.origin === new URL(orderUrl).origin ? page.href : orderUrl;
}
