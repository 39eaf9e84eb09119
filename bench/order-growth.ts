// What a payment costs as its order's past attempts pile up: a customer who tries again and again.

import type { Benchmark } from './benchmark.ts';
import { checkoutsOn } from './checkouts.ts';
import { type TableTotals, totalOf } from './counting-proxy.ts';
import { startEngineTables } from './engine-tables.ts';
import { table } from './markdown.ts';
import { putAttempts } from './past-attempts.ts';

const PAST = [0, 1, 10, 100];

export const orderGrowth: Benchmark = {
  name: 'order',
  about: 'what accepting a payment costs with 0 to 100 past attempts of its order',
  async run() {
    const engine = await startEngineTables();
    const found: { past: number; accepted: TableTotals; read: TableTotals }[] = [];
    let created: TableTotals | undefined;
    try {
      const ours = checkoutsOn(engine.counted);
      for (const past of PAST) {
        const id = `tried-${past}`;
        engine.proxy.take();
        await ours.create(id);
        created = totalOf(engine.proxy.take());
        await putAttempts(engine.client, past, 'closed', () => id);
        engine.proxy.take();
        await ours.checkout(id, `${id}-again`, 202);
        const accepted = totalOf(engine.proxy.take());
        await ours.read(id);
        found.push({ past, accepted, read: totalOf(engine.proxy.take()) });
      }
    } finally {
      await engine.close();
    }
    return {
      title: 'Growth: an order',
      blocks: [
        'Accepting one more payment of an order that has failed attempts behind it, and reading that order with all its attempts (`GET /orders/{orderId}`).',
        table(
          ['past attempts', 'accept: requests', 'write units', 'read units', 'read the order: requests', 'read units'],
          found.map(({ past, accepted, read }) => [
            String(past),
            accepted.requests,
            accepted.writeUnits,
            accepted.readUnits,
            read.requests,
            read.readUnits,
          ]),
        ),
        `Creating the order: ${created?.requests} request of ${created?.writeUnits} write units, one invocation and one API request.`,
      ],
      plots: [],
    };
  },
};
