// The interpreter of the simulation enters the same states, with the same payloads, as a library's, whatever the tasks answer.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epochMs } from '#core/time/instant.ts';
import { definitionOf, type Workflow } from '../lib/definition.ts';
import { type Answer, runner } from '../lib/run-workflow.ts';
import { synthesise } from '../lib/synth.ts';
import { chanceOf } from './chance.ts';
import { execute, named } from './state-machine.ts';
import { clockwork } from './virtual-time.ts';

const outcome = (kind: string, status: string | null = null, waitSeconds = 1) => ({ kind, status, waitSeconds });
const ANSWERS: readonly Answer[] = [
  outcome('settled', 'Succeeded'),
  outcome('settled', 'Declined'),
  outcome('settled', 'Failed'),
  outcome('settled', 'Abandoned'),
  outcome('stillProcessing', null, 3),
  outcome('retry', null, 2),
  outcome('unknown'),
  outcome('superseded'),
  'Lambda.TooManyRequestsException',
  'Lambda.Unknown',
  'Sandbox.Timedout',
];
const LAST = outcome('settled', 'Succeeded');
const INPUT = { tenantId: 't', orderId: 'o', attemptId: 'a', resumes: 0, sealedToken: 's' };

async function simulated(workflow: Workflow, script: readonly Answer[]) {
  const time = clockwork(epochMs(0));
  const entered: string[] = [];
  const payloads: unknown[] = [];
  const answers = script.values();
  const running = execute({
    definition: definitionOf(synthesise(), workflow),
    input: INPUT,
    time,
    chance: chanceOf(1),
    entered: (state) => entered.push(state),
    task: async (_name, payload) => {
      payloads.push(payload);
      const answer = answers.next().value ?? LAST;
      if (typeof answer === 'string') throw named(answer);
      return answer;
    },
  });
  let over = false;
  void running.finally(() => {
    over = true;
  });
  for (let events = 0; !over && events < 1_000; events++) await time.step();
  expect(await running).toBe('SUCCEEDED');
  return { entered, payloads };
}

const scripted = fc.array(fc.constantFrom(...ANSWERS), { maxLength: 8 });

test.each<Workflow>(['PaymentWorkflow', 'ReconcileWorkflow'])('%s', async (workflow) => {
  const run = runner(definitionOf(synthesise(), workflow));
  await fc.assert(
    fc.asyncProperty(scripted, async (script) => {
      const mine = await simulated(workflow, script);
      // One script for all tasks, in the order in which they are called.
      const answers = script.values();
      const next = async () => {
        const answer = answers.next().value ?? LAST;
        if (typeof answer === 'string') throw named(answer);
        return answer as typeof LAST;
      };
      const all = Array.from({ length: 40 }, () => next);
      const { entered, payloads } = await run(INPUT, { Charge: all, RetryCharge: all, Reconcile: all });
      expect(entered.filter((state, i) => state !== entered[i - 1] || !/Charge$|Reconcile$/.test(state))).toEqual(
        mine.entered,
      );
      expect(Object.values(payloads).flat()).toHaveLength(mine.payloads.length);
    }),
    { numRuns: 60, seed: 4 },
  );
});
