// A shop that takes money in one of the usual ways, under the same callers, provider and trouble as our own histories.

import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { ChargeSend } from '#core/ports/payment-provider.ts';
import type { Settings } from '#core/settings/settings.ts';
import { START } from '../simulation/cast.ts';
import { chanceOf } from '../simulation/chance.ts';
import { faultsOf } from '../simulation/faults.ts';
import { type Call, lateness, type Plan } from '../simulation/plan.ts';
import { type Host, invoke, type Process } from '../simulation/process.ts';
import { type Charge, simulatedProvider } from '../simulation/provider.ts';
import { clockwork } from '../simulation/virtual-time.ts';
import type { StoredRecord } from './idempotency-records.ts';

/** What a caller is told: it is paid, it was not charged, or to ask again. */
export type Said = 'paid' | 'declined' | 'failed' | 'busy';

export interface Table<Item> {
  /** One conditional write. false: its condition failed. */
  write(key: string, holds: (item: Item | undefined) => boolean, change: Item | undefined): Promise<boolean>;
  read(key: string): Promise<Item | undefined>;
}

export interface Till {
  readonly orders: Table<'Paid' | 'Failed'>;
  /** Of Powertools idempotency. */
  readonly records: Table<StoredRecord>;
  /** One charge request of this order; without a key the client library makes one for each call, as they do. */
  charge(order: string, providerKey?: string): Promise<SendOutcome>;
  now(): number;
  /** Until the function's timeout. */
  remainingMs(): number;
}

export interface Checkout {
  readonly order: string;
  readonly key: string;
  readonly card: number;
}

/** Takes one checkout. What it throws, a caller sees as a 500. */
export type Way = (till: Till, checkout: Checkout) => Promise<Said>;

export interface Shopped {
  /** Orders that were charged more than once. */
  readonly twice: number;
  /** Orders that were charged, and are not paid in the end. */
  readonly lost: number;
  /** Callers who were told "failed" or "declined", and whose own charge was made. */
  readonly wronglyFailed: number;
}

const TIMEOUT_SECONDS = 20;
const MOST_EVENTS = 20_000;

export async function shop(plan: Plan, settings: Settings, way: Way): Promise<Shopped> {
  const time = clockwork(START);
  const host: Host = { time, chance: chanceOf(plan.seed), faults: faultsOf(plan.faults), skewMs: 0, failed: () => {} };
  const provider = simulatedProvider(time, settings, { ...plan, lateness: lateness(plan.contract) });
  const orders = new Map<string, 'Paid' | 'Failed'>();
  const records = new Map<string, StoredRecord>();
  const told: { said: Said | null; keys: ReadonlySet<string> }[] = [];
  let sends = 0;

  /** `keys`: collects the provider keys of this call. */
  const till = (process: Process, keys: Set<string>): Till => ({
    orders: tableOf(host, process, orders),
    records: tableOf(host, process, records),
    remainingMs: process.remainingMs,
    now: () => time.now(),
    charge: (order, providerKey = `call-${sends++}`) =>
      process.operate(() => {
        keys.add(providerKey);
        return provider.send(request(order, providerKey));
      }),
  });

  async function caller(call: Call): Promise<void> {
    const order = `tenant-${call.tenant}-order`;
    await time.after(call.at * 1_000);
    for (let asked = 0; ; asked++) {
      const keys = new Set<string>();
      const ended = await invoke(host, TIMEOUT_SECONDS, (process) =>
        way(till(process, keys), { order, key: call.key, card: call.card }),
      );
      const said = ended.kind === 'answered' ? ended.result : null;
      told.push({ said, keys });
      if (asked >= call.again.times || said === 'paid' || said === 'declined') return;
      await time.after(call.again.after * 1_000);
    }
  }

  // Powertools asks no other clock.
  const { now } = Date;
  Date.now = () => time.now();
  try {
    for (const call of plan.calls) void caller(call);
    for (let events = 0; events < MOST_EVENTS && time.next() !== null; events++) await time.step();
  } finally {
    Date.now = now;
  }
  return judged(provider.charges, orders, told);
}

const request = (order: string, providerKey: string): ChargeSend => ({
  providerKey,
  body: '{}',
  expected: { reference: order, amountMinor: 54_890, currency: 'TRY' },
});

function tableOf<Item>({ faults }: Host, process: Process, items: Map<string, Item>): Table<Item> {
  const troubled = () => {
    if (faults.take('table down', 'table down, done')) throw new Error('no answer from the table');
  };
  return {
    read: (key) =>
      process.operate(() => {
        troubled();
        return items.get(key);
      }),
    write: (key, holds, change) =>
      process.operate(() => {
        troubled();
        if (!holds(items.get(key))) return false;
        if (change === undefined) items.delete(key);
        else items.set(key, change);
        return true;
      }),
  };
}

function judged(
  charges: readonly Charge[],
  orders: ReadonlyMap<string, string>,
  told: readonly { said: Said | null; keys: ReadonlySet<string> }[],
): Shopped {
  const charged = Map.groupBy(charges, ({ reference }) => reference);
  return {
    twice: [...charged.values()].filter((made) => made.length > 1).length,
    lost: [...charged.keys()].filter((order) => orders.get(order) !== 'Paid').length,
    wronglyFailed: told.filter(
      ({ said, keys }) => (said === 'failed' || said === 'declined') && charges.some(({ key }) => keys.has(key)),
    ).length,
  };
}
