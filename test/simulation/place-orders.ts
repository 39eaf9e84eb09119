// What stands before a history begins: both tenants have an order of the same name.

import type { Settings } from '#core/settings/settings.ts';
import { epochMs } from '#core/time/instant.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { createOrder } from '#functions/create-order/create-order.ts';
import type { Backing } from './backing.ts';
import { ORDER, TENANTS } from './cast.ts';

export async function placeOrders({ tables, follow }: Backing, settings: Settings, now: number): Promise<void> {
  let ids = 0;
  const store = { write: async (write: DecidingWrite) => follow(write, tables.write(write)) };
  for (const tenant of TENANTS) {
    const body = { orderId: ORDER, amount: '548.90', currency: 'TRY' };
    const { status } = await createOrder(
      {
        store: { ...store, getOrder: none, getAttempt: none, getClientKey: none, getOrderWithAttempts: none },
        settings,
        ambient: { now: () => epochMs(now), uuid: () => `prepared-${ids++}` },
      },
      {
        tenant,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'order' },
        pathParameters: {},
        body: Buffer.from(JSON.stringify(body)),
      },
    );
    if (status !== 201) throw new Error(`I6: one of two tenants cannot place its order: ${status}`);
  }
}

const none = async () => null;
