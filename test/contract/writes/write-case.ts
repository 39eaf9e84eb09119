// One deciding write as an example: what stands before it, what it leaves, and each thing that refuses it alone.

import { expect, test } from 'vitest';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import {
  type Address,
  attemptAddress,
  clientKeyAddress,
  healthAddress,
  orderAddress,
  reviewAddress,
} from '#core/records/address.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { A, B, ORDER_ID, refOf, TENANT } from '../../core/examples.ts';
import { stand, stored, token, withoutMark } from '../stored.ts';

/** Where the examples' items live. */
export const PLACES = {
  order: orderAddress(TENANT, ORDER_ID),
  a: attemptAddress(refOf(A)),
  b: attemptAddress(refOf(B)),
  key: clientKeyAddress({
    tenantId: TENANT,
    method: 'POST',
    route: '/orders/{orderId}/checkout',
    ids: [ORDER_ID],
    key: 'key-1',
  }),
  refundA: reviewAddress(refOf(A), 'refund-due'),
  health: healthAddress('http'),
} satisfies Record<string, Address>;

export type Place = keyof typeof PLACES;
/** Items by place; null: there is none. */
export type Items = Partial<Record<Place, object | null>>;

export interface WriteCase {
  /** Made anew for each test. */
  readonly write: () => DecidingWrite;
  readonly before: Items;
  /** What the write changes, as whole items; places that are not named stay as they were. */
  readonly after: Items;
  /** Other beginnings with which it is written all the same: attributes to change, undefined to take away. */
  readonly also?: readonly (readonly [because: string, changed: Items])[];
  /** One thing each that makes it fail, and at which items. */
  readonly refusedBy: readonly (readonly [because: string, changed: Items, failing: readonly Place[]])[];
}

/** `undefined` attributes are taken away; a place whose item is null is empty. */
function changedItems(before: Items, changed: Items): Items {
  const merged = Object.entries(changed).map(([place, change]) => [
    place,
    change === null ? null : defined({ ...before[place as Place], ...change }),
  ]);
  return { ...before, ...Object.fromEntries(merged) };
}

const defined = (item: object) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

const keysOf = (place: Place) => {
  const { table: _, ...keys } = PLACES[place];
  return keys;
};

const whole = (place: Place, item: object | null | undefined) => (item ? { ...keysOf(place), ...defined(item) } : null);

const begin = (store: PaymentStore, items: Items): Promise<void> =>
  stand(
    store,
    ...Object.entries(items).flatMap(([place, item]) => (item ? [[PLACES[place as Place], item] as const] : [])),
  );

async function expectStanding(store: PaymentStore, items: Items): Promise<void> {
  const { order, a, b, key, refundA, health } = PLACES;
  const found = await stored(store, order, a, b, key, refundA, health);
  const names = ['order', 'a', 'b', 'key', 'refundA', 'health'] as const;
  const shown = (item: (place: Place, i: number) => object | null) =>
    Object.fromEntries(names.map((place, i) => [place, item(place, i)]));
  expect(shown((_, i) => found[i] ?? null)).toEqual(shown((place) => whole(place, items[place])));
}

const positionOf = ({ items }: DecidingWrite, place: Place): number => {
  const { pk, sk } = { sk: undefined, ...PLACES[place] };
  return items.findIndex(({ at }) => at.pk === pk && ('sk' in at ? at.sk : undefined) === sk);
};

/** `freshStore`: an empty one for each test. */
export function writeCase(freshStore: () => Promise<PaymentStore>, example: WriteCase): void {
  const { before, after, also = [], refusedBy } = example;
  // The example's own token would make one write of all these.
  const anew = (): DecidingWrite => ({ ...example.write(), token: token() });

  test('is written', async () => {
    const store = await freshStore();
    await begin(store, before);
    const write = anew();
    const answer = await store.write(write);
    expect(answer.written).toBe(true);
    await expectStanding(store, { ...before, ...after });
    const [only, ...more] = write.items;
    if (more.length > 0 || only.verb !== 'update') return;
    // A single update shows the item as it left it, and by whom.
    const [place] = Object.keys(after) as [Place];
    expect(answer).toMatchObject({ after: { writeToken: write.token } });
    expect(answer.written && withoutMark(answer.after)).toEqual(whole(place, after[place]));
  });

  test.each(also)('is written: %s', async (_because, changed) => {
    const store = await freshStore();
    await begin(store, changedItems(before, changed));
    expect(await store.write(anew())).toMatchObject({ written: true });
  });

  test.each(refusedBy)('is refused: %s', async (_because, changed, failing) => {
    const store = await freshStore();
    const standing = changedItems(before, changed);
    await begin(store, standing);
    const write = anew();
    const answer = await store.write(write);
    expect(answer.written).toBe(false);
    const failed = answer.written ? [] : answer.failed;
    expect(failed.map(({ index, current }) => ({ index, current: withoutMark(current) }))).toEqual(
      failing.map((place) => ({ index: positionOf(write, place), current: whole(place, standing[place]) })),
    );
    // All or nothing.
    await expectStanding(store, standing);
  });
}
