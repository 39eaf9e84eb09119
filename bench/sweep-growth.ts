// What the schedule's sweep costs as closed and open attempts pile up: it should cost what is due, not what was ever paid.

import { barChart } from './bars.ts';
import type { Benchmark } from './benchmark.ts';
import { type CountedSweep, countedSweep } from './counted-sweep.ts';
import { startEngineTables } from './engine-tables.ts';
import { figure, table } from './markdown.ts';
import { putAttempts } from './past-attempts.ts';

const CLOSED = [0, 10_000, 100_000];
const OPEN = [10, 1_000];

export const sweepGrowth: Benchmark = {
  name: 'sweep',
  about: 'what a sweep costs with 0 to 100,000 closed attempts and 10 to 1,000 open ones',
  async run(say) {
    const engine = await startEngineTables();
    const found: { closed: number; open: number; swept: CountedSweep }[] = [];
    try {
      // The first sweep of a process compiles its code, which is no memory of the attempts.
      await putAttempts(engine.client, OPEN[0] ?? 1, 'open', (n) => `first-${n}`);
      await countedSweep(engine);
      let there = 0;
      for (const closed of CLOSED) {
        say(`${figure(closed)} closed attempts`);
        await putAttempts(engine.client, closed - there, 'closed', (n) => `closed-${closed}-${n}`);
        there = closed;
        for (const open of OPEN) {
          await putAttempts(engine.client, open, 'open', (n) => `open-${closed}-${open}-${n}`);
          const swept = await countedSweep(engine);
          if (swept.started !== open) throw new Error(`${swept.started} of ${open} were looked at`);
          found.push({ closed, open, swept });
        }
      }
    } finally {
      await engine.close();
    }
    const perItem = ({ open, swept: { moving } }: (typeof found)[number]) => moving.writeUnits / open;
    return {
      title: 'Growth: the sweep',
      blocks: [
        'One sweep with so many closed attempts in the table, and so many open ones that are all due. Looking is the queries of the index, moving is one write for each attempt that is due; the reconcile runs that follow are in "What a payment costs". Memory is what is in use when a page has come, at most, above what was in use before. Each of the eight shards of the index is a query, whose units are rounded up by itself.',
        table(
          ['closed attempts', 'due', 'queries', 'read units', 'writes', 'write units per attempt', 'memory, kB'],
          found.map((each) => [
            figure(each.closed),
            each.open,
            each.swept.looking.requests,
            each.swept.looking.readUnits,
            each.swept.moving.requests,
            perItem(each),
            Math.round(each.swept.heldBytes / 1_000),
          ]),
        ),
      ],
      plots: [
        {
          file: 'sweep.svg',
          about: 'Read units of one sweep, by closed attempts',
          svg: barChart({
            title: 'Read units of one sweep',
            series: OPEN.map((open) => `${figure(open)} due`),
            groups: CLOSED.map((closed) => ({
              label: `${figure(closed)} closed attempts`,
              values: OPEN.map(
                (open) => found.find((f) => f.closed === closed && f.open === open)?.swept.looking.readUnits ?? null,
              ),
            })),
            write: figure,
          }),
        },
      ],
    };
  },
};
