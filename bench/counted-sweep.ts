// One sweep, counted: its requests and units, and the memory that it holds on to while it works.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createDueIndex } from '#adapters/dynamodb/due-index.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ambient } from '#adapters/lambda/ambient.ts';
import { sweep } from '#functions/sweep/sweep.ts';
import { settings } from './checkouts.ts';
import { type Counted, type TableTotals, totalOf } from './counting-proxy.ts';
import { type EngineTables, TABLES } from './engine-tables.ts';

export interface CountedSweep {
  readonly started: number;
  /** Queries of the index. */
  readonly looking: TableTotals;
  /** A write for each that is due, which moves its next look. */
  readonly moving: TableTotals;
  /** Bytes in use when a page has come, at the most, above those before. */
  readonly heldBytes: number;
}

/** What one sweep has moved must not be due in the next. */
const ONCE_SECONDS = 36_000;
const FORGOTTEN = { headers: {}, body: '' };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

export async function countedSweep({ counted, proxy }: EngineTables): Promise<CountedSweep> {
  const index = createDueIndex(counted, TABLES);
  const taken: Counted[] = [];
  proxy.take();
  const before = heap();
  let most = before;
  const due: typeof index = {
    due: async (...asked) => {
      const page = await index.due(...asked);
      // What the proxy remembers is the bench's, not the sweep's.
      taken.push(...proxy.take().map((each) => ({ ...each, sent: FORGOTTEN })));
      most = Math.max(most, heap());
      return page;
    },
  };
  const runs = { start: async () => {} };
  const deps = {
    due,
    store: createPaymentStore(counted, TABLES),
    runs,
    settings: { ...settings, recheckSeconds: ONCE_SECONDS },
    ambient,
    log: () => {},
  };
  const { started, errors } = await sweep(deps, () => true);
  if (errors > 0) throw new Error(`${errors} attempts could not be looked at`);
  taken.push(...proxy.take());
  const isQuery = ({ operation }: { operation: string }) => operation === 'Query';
  return {
    started,
    looking: totalOf(taken.filter(isQuery)),
    moving: totalOf(taken.filter((each) => !isQuery(each))),
    heldBytes: most - before,
  };
}
