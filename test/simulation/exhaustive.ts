// The command `npm run exhaustive`: for one order and two callers, every single point at which a process can die and every
// pair of them, against each thing that a provider can do to the first send.

import { onNpmGone } from '#local/processes/npm-gone.ts';
import type { Fault } from './faults.ts';
import { broken } from './invariants.ts';
import { makeMachines } from './machines.ts';
import type { Call, Plan } from './plan.ts';
import { SEND_KINDS, type SendBehaviour } from './provider.ts';
import { relive } from './search.ts';
import { planLines, story } from './story.ts';

const call = (at: number, key: Call['key']): Call => ({
  at,
  tenant: 0,
  key,
  card: 0,
  wait: 2,
  again: { times: 1, after: 7 },
});
const CALLS = [call(0, 'k1'), call(0.05, 'k2')];
const DEATHS = ['dies before', 'dies after'] as const;

const planOf = (kind: SendBehaviour['kind'], faults: readonly Fault[]): Plan => ({
  contract: 'keeps its keys',
  seed: 1,
  calls: CALLS,
  sends: [{ kind, seconds: 4, status: kind === 'error' ? 503 : 500, retryAfter: null }],
  lookups: [],
  faults,
});

/** Nobody, then one, then two processes die. The second dies in the history that the first death made, if it comes to that. */
async function* histories(kind: SendBehaviour['kind']) {
  const whole = await relive(planOf(kind, []));
  yield whole;
  for (let first = 1; first <= whole.operations; first++) {
    for (const death of DEATHS) {
      const one: Fault = { from: first, kind: death };
      const history = await relive(planOf(kind, [one]));
      yield history;
      for (let second = first + 1; second <= history.operations; second++)
        for (const other of DEATHS) yield await relive(planOf(kind, [one, { from: second, kind: other }]));
    }
  }
}

onNpmGone(() => process.exit(143));
await makeMachines();
const begin = Date.now();
let all = 0;
for (const kind of SEND_KINDS) {
  let explored = 0;
  for await (const history of histories(kind)) {
    explored += 1;
    const wrong = broken(history);
    if (wrong.length > 0) {
      process.stdout.write(`${[...wrong, '', ...planLines(history.plan), '', ...story(history)].join('\n')}\n`);
      process.exit(1);
    }
  }
  all += explored;
  process.stdout.write(`the first send: ${kind.padEnd(16)}${String(explored).padStart(8)} histories, nothing broken\n`);
}
process.stdout.write(
  `\n${all} histories in ${Math.round((Date.now() - begin) / 1_000)} s: every death and every pair of deaths\n`,
);
