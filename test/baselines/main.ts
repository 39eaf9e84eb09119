// The command `npm run baselines -- [--runs N] [--seed S]`: what the usual ways to take money come to beside ours, under the
// same callers, the same provider and the same trouble, for 10,000 histories.

import { parseArgs } from 'node:util';
import { broken } from '../simulation/invariants.ts';
import { machinesFor, makeMachines } from '../simulation/machines.ts';
import { lateness, plans } from '../simulation/plan.ts';
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

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
});
const runs = Number(values.runs);
await makeMachines();
// A provider that breaks its word is nobody's baseline.
const chosen = plans(Number(values.seed), runs).filter(({ contract }) => lateness(contract) === 1);

const none = (): Record<keyof Shopped, number> => ({ twice: 0, lost: 0, wronglyFailed: 0 });
const sums = new Map([...Object.keys(WAYS), 'paid-once'].map((name) => [name, none()]));
function add(name: string, shopped: Shopped): void {
  const sum = sums.get(name) ?? none();
  for (const what of ['twice', 'lost', 'wronglyFailed'] as const) sum[what] += shopped[what];
}

for (const plan of chosen) {
  for (const [name, way] of Object.entries(WAYS)) add(name, await shop(plan, machinesFor(plan.contract).settings, way));
  add('paid-once', ours(await relive(plan)));
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

const per = (n: number) => String(Math.round((n / chosen.length) * PER)).padStart(16);
const wide = Math.max(...[...sums.keys()].map((name) => name.length));
const row = (name: string, cells: readonly string[]) => `${name.padEnd(wide)}${cells.join('')}\n`;
process.stdout.write(`${chosen.length} histories, seed ${values.seed}; per ${PER} histories:\n\n`);
process.stdout.write(
  row(
    '',
    ['charged twice', 'charge lost', 'wrong "failed"'].map((head) => head.padStart(16)),
  ),
);
for (const [name, { twice, lost, wronglyFailed }] of sums)
  process.stdout.write(row(name, [per(twice), per(lost), per(wronglyFailed)]));
