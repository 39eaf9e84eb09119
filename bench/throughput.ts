// How many payments the stack on one machine makes, as a share of what its engine alone does with the same requests.

import { startEngine } from '../local/dynamodb/engine.ts';
import { barChart } from './bars.ts';
import type { Benchmark, Findings } from './benchmark.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { figure, ratio, table } from './markdown.ts';
import { type Pace, paced, paceOf, type Stretch } from './paced.ts';
import { type Parts, type PayingStack, startPayingStack } from './paying-stack.ts';
import { median } from './quantiles.ts';
import { type RecordedPayments, recordedPayments, senderTo } from './recorded-payments.ts';

/** Payments by the number of callers: enough for a p99, few enough for two cores. */
const LEVELS = [
  { callers: 1, payments: 60 },
  { callers: 8, payments: 160 },
  { callers: 32, payments: 256 },
];
/** Stack and engine take turns, so that whatever else runs here meets both. */
const TURNS = 4;
const ALL = LEVELS.reduce((sum, { payments }) => sum + payments, 0);

const startOwnEngine = () => startEngine({ endpoint: process.env.DYNAMODB_ENDPOINT || undefined, log: () => {} });

async function record(): Promise<RecordedPayments> {
  const engine = await startOwnEngine();
  const proxy = await startCountingProxy(engine.url);
  const stack = await startPayingStack(proxy.url);
  try {
    const orders = await stack.placed(ALL);
    const before = proxy.take();
    await paced(8, orders, stack.pay);
    return recordedPayments(before.slice(), proxy.take(), orders);
  } finally {
    await stack.close();
    await proxy.close();
    await engine.close();
  }
}

async function bareEngine({ before, payments }: RecordedPayments) {
  const engine = await startOwnEngine();
  const sender = senderTo(engine.url, 32);
  await sender.all(before);
  let done = 0;
  return {
    next(callers: number, count: number): Promise<Stretch> {
      const some = payments.slice(done, done + count);
      done += count;
      return paced(callers, some, sender.all);
    },
    async close() {
      sender.close();
      await engine.close();
    },
  };
}

interface Level {
  readonly callers: number;
  readonly stack: Pace;
  readonly bare: Pace;
  readonly parts: readonly Parts[];
}

async function level(
  stack: PayingStack,
  bare: Awaited<ReturnType<typeof bareEngine>>,
  { callers, payments }: (typeof LEVELS)[number],
): Promise<Level> {
  const [ofStack, ofEngine]: [Stretch[], Stretch[]] = [[], []];
  // Idle instances end after half a minute: every function gets warm ones for as many callers as there will be.
  await paced(callers, await stack.placed(3 * callers), stack.pay);
  for (let turn = 0; turn < TURNS; turn++) {
    ofStack.push(await paced(callers, await stack.placed(payments / TURNS), stack.pay));
    ofEngine.push(await bare.next(callers, payments / TURNS));
  }
  const parts: Parts[] = [];
  await paced(callers, await stack.placed(Math.max(40, 3 * callers)), async (orderId) => {
    parts.push(await stack.payInParts(orderId));
  });
  return { callers, stack: paceOf(ofStack), bare: paceOf(ofEngine), parts };
}

export const throughput: Benchmark = {
  name: 'throughput',
  about: 'payments of 1, 8 and 32 callers, beside the bare engine doing the same writes',
  async run(say) {
    say(`recording the requests of ${ALL} payments`);
    const recorded = await record();
    const bare = await bareEngine(recorded);
    const stack = await startPayingStack();
    try {
      const levels: Level[] = [];
      for (const each of LEVELS) {
        say(`${each.callers} callers, ${each.payments} payments`);
        levels.push(await level(stack, bare, each));
      }
      const requests = recorded.payments.flat().length / recorded.payments.length;
      return findings(levels, requests);
    } finally {
      await stack.close();
      await bare.close();
    }
  },
};

function findings(levels: readonly Level[], requests: number): Findings {
  const alone = levels[0]?.stack.perSecond ?? 1;
  return {
    title: 'Throughput on one machine',
    blocks: [
      `Payments on the whole local stack, from the checkout's request to its 200, with so many callers at once. The peer is the bare engine: the ${figure(requests)} requests that a payment makes of the tables, recorded and sent again byte for byte by as many callers, with nothing of ours in between. It is the limit that any design with these writes has on this engine.`,
      table(
        [
          'callers',
          'payments/s, ratio to the bare engine',
          'p50, ratio',
          'p99, ratio',
          'payments/s, ratio to 1 caller',
        ],
        levels.map(({ callers, stack, bare }) => [
          String(callers),
          ratio(stack.perSecond / bare.perSecond),
          ratio(stack.p50 / bare.p50),
          ratio(stack.p99 / bare.p99),
          ratio(stack.perSecond / alone),
        ]),
      ),
      'Where a payment spends its time, medians of the shares: until its run has begun (order read, payment accepted, run started), in the state Charge (counted, claimed, sent, closed), and until the waiting checkout looks again and answers. It looks after 100 ms at the earliest, then at growing intervals: a caller alone mostly waits for that look.',
      table(
        ['callers', 'until its run has begun', 'in Charge', 'until it is answered'],
        levels.map(({ callers, parts }) => [
          String(callers),
          share(parts, 'untilRun'),
          share(parts, 'run'),
          share(parts, 'untilAnswer'),
        ]),
      ),
    ],
    plots: [
      {
        file: 'throughput.svg',
        about: 'Payments per second as a share of the bare engine',
        svg: barChart({
          title: 'Payments per second, as a share of the bare engine with the same writes',
          series: ['payments/s'],
          groups: levels.map(({ callers, stack, bare }) => ({
            label: `${callers} ${callers === 1 ? 'caller' : 'callers'}`,
            values: [stack.perSecond / bare.perSecond],
          })),
          write: ratio,
        }),
      },
    ],
  };
}

function share(parts: readonly Parts[], name: keyof Parts): string {
  const shares = parts.map((each) => each[name] / (each.untilRun + each.run + each.untilAnswer));
  return `${Math.round(100 * median(shares))} %`;
}
