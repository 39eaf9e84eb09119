// What a request costs at the edge: our accept and replay beside the Powertools idempotency pattern on the same engine.

import type { Benchmark } from './benchmark.ts';
import { checkoutsOn } from './checkouts.ts';
import { type TableTotals, totalOf } from './counting-proxy.ts';
import { type EngineTables, startEngineTables } from './engine-tables.ts';
import { ratio, table } from './markdown.ts';
import { powertoolsCharge } from './powertools.ts';
import { quantile } from './quantiles.ts';

const WARM_UP = 50;
const CALLS = 300;

interface EdgeCounts {
  readonly first: TableTotals;
  readonly duplicate: TableTotals;
}

export async function countPowertools({ counted, proxy }: EngineTables): Promise<EdgeCounts> {
  const charge = powertoolsCharge(counted);
  const call = () => charge({ orderId: 'counted', key: 'counted', cardToken: 'tok_visa' });
  proxy.take();
  await call();
  const first = totalOf(proxy.take());
  await call();
  return { first, duplicate: totalOf(proxy.take()) };
}

async function countOurs({ counted, proxy }: EngineTables): Promise<EdgeCounts> {
  const ours = checkoutsOn(counted);
  await ours.create('counted');
  proxy.take();
  await ours.checkout('counted', 'counted', 202);
  const first = totalOf(proxy.take());
  await ours.settle('counted');
  proxy.take();
  await ours.checkout('counted', 'counted', 200);
  return { first, duplicate: totalOf(proxy.take()) };
}

/** Milliseconds of each call; the two sides take turns, so that whatever else runs here meets both. */
async function time({ client }: EngineTables) {
  const [ours, charge] = [checkoutsOn(client), powertoolsCharge(client)];
  const taken = { ourFirst: [], ourDuplicate: [], theirFirst: [], theirDuplicate: [] } as Record<string, number[]>;
  const clocked = async (what: string, call: () => Promise<unknown>, counts: boolean) => {
    const begin = performance.now();
    await call();
    if (counts) taken[what]?.push(performance.now() - begin);
  };
  for (let i = -WARM_UP; i < CALLS; i++) {
    const id = `timed-${i + WARM_UP}`;
    const theirs = () => charge({ orderId: id, key: id, cardToken: 'tok_visa' });
    await ours.create(id);
    await clocked('ourFirst', () => ours.checkout(id, id, 202), i >= 0);
    await clocked('theirFirst', theirs, i >= 0);
    await ours.settle(id);
    await clocked('ourDuplicate', () => ours.checkout(id, id, 200), i >= 0);
    await clocked('theirDuplicate', theirs, i >= 0);
  }
  return (what: string, share: number) => quantile(taken[what] ?? [], share);
}

export const edge: Benchmark = {
  name: 'edge',
  about: 'accept and replay beside the Powertools idempotency pattern',
  async run(say) {
    const engine = await startEngineTables();
    try {
      const [ours, theirs] = [await countOurs(engine), await countPowertools(engine)];
      say(`${CALLS} first calls and duplicates on each side`);
      const at = await time(engine);
      const row = (name: string, { requests, writeUnits, readUnits, refused }: TableTotals, slower: string) => [
        name,
        requests,
        writeUnits,
        readUnits,
        refused,
        slower,
      ];
      const ratios = (what: string) =>
        [0.5, 0.99].map((share) => ratio(at(`our${what}`, share) / at(`their${what}`, share))).join(' / ');
      return {
        title: 'The edge',
        blocks: [
          `A first call and its duplicate, ${CALLS} of each, one after the other, both sides in turn on one DynamoDB engine. Ours: the checkout's own code, answered without waiting for the payment's end; the run is not started, and the duplicate comes after its end. Theirs: \`makeIdempotent\` around a function that charges nothing, key and payload checked. Time is a ratio to theirs in the same run.`,
          table(
            ['', 'requests', 'write units', 'read units', 'refused writes', 'time, p50 / p99'],
            [
              row('first call: ours', ours.first, ratios('First')),
              row('first call: Powertools', theirs.first, '1 / 1'),
              row('duplicate: ours', ours.duplicate, ratios('Duplicate')),
              row('duplicate: Powertools', theirs.duplicate, '1 / 1'),
            ],
          ),
          'A refused write is a condition that did not hold: the engine reports no units for it, AWS charges at least one. Our first call also moves the order and writes the payment intent, in one transaction with the key, which DynamoDB charges twice over; Powertools keeps the key alone, and writes twice. A duplicate of ours writes nothing.',
        ],
        plots: [],
      };
    } finally {
      await engine.close();
    }
  },
};
