// Searches once, in this process, and stops at the first history that breaks an invariant: for mutants.

import { broken } from './invariants.ts';
import { makeMachines } from './machines.ts';
import { plans } from './plans.ts';
import { relive } from './search.ts';

const [seed = '1', runs = '1000'] = process.argv.slice(2);
await makeMachines();
for (const plan of plans(Number(seed), Number(runs))) {
  const wrong = await relive(plan).then(broken, (error: Error) => [error.message]);
  if (wrong.length > 0) {
    process.stdout.write(`${wrong.join('\n')}\n`);
    process.exit(1);
  }
}
