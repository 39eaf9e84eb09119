// The command `npm run baselines -- [--runs N] [--seed S]`: what the usual ways to take money come to beside ours, under the
// same callers, the same provider and the same trouble, for 10,000 histories.

import { parseArgs } from 'node:util';
import { onNpmGone } from '#local/processes/npm-gone.ts';
import { broken } from '../simulation/invariants.ts';
import { machinesFor, makeMachines } from '../simulation/machines.ts';
import { lateness, type Plan } from '../simulation/plan.ts';
import { plans } from '../simulation/plans.ts';
import { relive } from '../simulation/search.ts';
import type { History } from '../simulation/world.ts';
import { type Shopped, shop, type Way } from './shop.ts';
import { catchAnyError, idempotentHandler, idempotentToTheProvider } from './ways.ts';

const WAYS: Readonly<Record<string, Way>> = {
  'charge, catch any error, mark failed': catchAnyError,
  'a handler in @aws-lambda-powertools/idempotency': idempotentHandler,
  'the same, its key passed on to the provider': idempotentToTheProvider,
};
const PER = 10_000;

function options() {
  try {
    const { values } = parseArgs({
      options: { runs: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
    });
    for (const [name, text] of Object.entries(values))
      if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}"`);
    if (Number(values.runs) < 100) throw new Error('--runs must be 100 at least, or the figures mean nothing');
    return { runs: Number(values.runs), seed: Number(values.seed) };
  } catch (error) {
    process.stderr.write(`baselines: ${(error as Error).message}\n`);
    process.exit(2);
  }
}

onNpmGone(() => process.exit(143));
const { runs, seed } = options();
await makeMachines();
// A provider that breaks its word is nobody's baseline.
const honest = plans(seed, runs).filter(({ contract }) => lateness(contract) === 1);

/** Each customer keeps to one key and one card, and the provider takes keys: all that a careful client can do. */
const careful = honest
  .filter(({ contract }) => machinesFor(contract).settings.provider.supportsIdempotencyKeys)
  .map((plan): Plan => ({ ...plan, calls: plan.calls.map((call) => ({ ...call, key: 'k1', card: 0 })) }));

const WHAT = ['twice', 'lost', 'wronglyFailed'] as const satisfies readonly (keyof Shopped)[];

async function compare(title: string, chosen: readonly Plan[]): Promise<void> {
  const sums = new Map(
    [...Object.keys(WAYS), 'paid-once'].map((name) => [name, { twice: 0, lost: 0, wronglyFailed: 0 }]),
  );
  const add = (name: string, shopped: Shopped): void => {
    for (const what of WHAT) (sums.get(name) as Record<keyof Shopped, number>)[what] += shopped[what];
  };
  for (const plan of chosen) {
    for (const [name, way] of Object.entries(WAYS))
      add(name, await shop(plan, machinesFor(plan.contract).settings, way));
    add('paid-once', ours(await relive(plan)));
  }
  const per = (n: number) => String(Math.round((n / chosen.length) * PER)).padStart(16);
  const wide = Math.max(...[...sums.keys()].map((name) => name.length));
  const row = (name: string, cells: readonly string[]) =>
    process.stdout.write(`${name.padEnd(wide)}${cells.join('')}\n`);
  process.stdout.write(`\n${title}: ${chosen.length} histories, seed ${seed}; per ${PER}:\n\n`);
  row(
    '',
    ['charged twice', 'charge lost', 'wrong "failed"'].map((head) => head.padStart(16)),
  );
  for (const [name, sum] of sums)
    row(
      name,
      WHAT.map((what) => per(sum[what])),
    );
}

function ours(history: History): Shopped {
  const wrong = broken(history);
  const count = (pattern: RegExp) => wrong.filter((line) => pattern.test(line)).length;
  return {
    twice: count(/^I1: .* is charged more than once/),
    lost: count(/^I2: .* is charged, and its order/),
    wronglyFailed: count(/^I2: (a caller was told|told|called failed)/),
  };
}

await compare('any callers, any provider', honest);
await compare('one key and one card for each customer, and a provider that takes keys', careful);
