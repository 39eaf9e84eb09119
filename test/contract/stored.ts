// What stands in a store, seen and put there through its own port: works on every adapter.

import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { Address } from '#core/records/address.ts';
import { NO_ITEM } from '#core/writes/write.ts';

type Item = Readonly<Record<string, unknown>>;

let tokens = 0;
/** A write token of the tests' own. */
export const token = (): string => {
  tokens += 1;
  return `test-${tokens}`;
};

/** Each item's attributes, keys included, without the mark of who wrote last; null: there is none. */
export async function stored(
  store: Pick<PaymentStore, 'write'>,
  ...places: readonly [Address, ...Address[]]
): Promise<(Item | null)[]> {
  const [first, ...more] = places.map((at) => ({ verb: 'check', at, require: [NO_ITEM] }) as const);
  const answer = first
    ? await store.write({ name: 'look', token: token(), items: [first, ...more] })
    : { written: true as const };
  if (answer.written) return places.map(() => null);
  return places.map((_, i) => withoutMark(answer.failed.find(({ index }) => index === i)?.current ?? null));
}

/** Puts items where they are wanted, whatever was there. */
export async function stand(
  store: Pick<PaymentStore, 'write'>,
  ...items: (readonly [Address, object])[]
): Promise<void> {
  const [first, ...more] = items.map(([at, item]) => ({ verb: 'put', at, item, require: [] }) as const);
  if (first) await store.write({ name: 'stand', token: token(), items: [first, ...more] });
}

export const withoutMark = (item: Item | null): Item | null => {
  if (item === null) return null;
  const { writeToken: _, ...rest } = item;
  return rest;
};
