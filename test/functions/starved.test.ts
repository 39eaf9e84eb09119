// A run whose charge Lambda throttles for longer than the state machine tries again: nothing was sent, and that is known.

import { expect, test } from 'vitest';
import { definitionOf } from '../lib/definition.ts';
import { runner } from '../lib/run-workflow.ts';
import { synthesise } from '../lib/synth.ts';
import { accepted, placed } from './stories.ts';
import { settled, type World, worlds } from './world.ts';

const world = worlds();
const pay = runner(definitionOf(synthesise(), 'PaymentWorkflow'));

/** All waits between seven calls of a throttled task at their longest: 1 + 2 + 4 + 8 + 10 + 10. */
const THROTTLED_SECONDS = 35;

/** The newest run, by the synthesised definition: each call of `charge` is throttled. The states that it enters. */
async function starve(w: World): Promise<readonly string[]> {
  const { ref, resumes, sealedToken } = w.runOf();
  const { entered, payloads } = await pay(
    { ...ref, resumes, sealedToken },
    {
      Charge: ['Lambda.TooManyRequestsException'],
      Reconcile: [
        () => {
          w.clock.pass(THROTTLED_SECONDS + 1);
          return w.reconcileOnce();
        },
      ],
    },
  );
  expect(payloads.Charge).toHaveLength(7);
  return entered;
}

const LEFT = ['Charge', 'WaitBeforeReconcile', 'Reconcile', 'ReconcileOutcome', 'LeftToSchedule'];

test('nobody comes back: the first look of the schedule closes it Failed, and no person is asked', async () => {
  const w = await accepted(world);
  expect(await starve(w)).toEqual(LEFT);
  const left = await w.attempt();
  expect(left).toMatchObject({ status: 'Open', sends: 0 });
  expect(left.doubtful).toBeUndefined();
  const lookups = await w.lookups();
  w.at(120);
  expect(left.nextCheckAt).toBe(w.clock.now() / 1_000);
  expect(await w.reconcileOnce()).toEqual(settled('Failed'));
  expect(await w.lookups()).toBe(lookups);
  expect(await w.attempt()).toMatchObject({ status: 'Failed', sends: 0, evidence: { failure: 'providerUnavailable' } });
  expect(await w.order()).toMatchObject({ status: 'Placed' });
  expect(await w.review('undecided')).toBeNull();
  expect(await w.posts()).toEqual([]);
});

test('a customer who comes back meanwhile is paid by a new run, with one send', async () => {
  const w = await accepted(world);
  await starve(w);
  expect(await w.checkout()).toMatchObject({ status: 202 });
  expect(w.started.map(({ resumes }) => resumes)).toEqual([0, 1]);
  expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
  expect(await w.posts()).toHaveLength(1);
  expect(await w.checkout()).toMatchObject({ status: 200, body: { status: 'Paid' } });
});

test('a customer who has waited all the time is told 202, never a failure, and a new run is at work for them', async () => {
  const w = await placed(world);
  w.clock.whileAsleep(() => starve(w));
  expect(await w.checkout({ headers: { prefer: 'wait=10' } })).toMatchObject({ status: 202 });
  expect(w.started.map(({ resumes }) => resumes)).toEqual([0, 1]);
  expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
});

test('every run is starved: once the last one’s time is up, it is closed Failed and the same key starts anew', async () => {
  const w = await accepted(world);
  await starve(w);
  await w.checkout();
  expect(await starve(w)).toEqual(LEFT);
  expect(w.started).toHaveLength(2);
  w.at(THROTTLED_SECONDS + 1 + 60);
  expect(await w.reconcileOnce()).toEqual(settled('Failed'));
  const first = w.runOf().ref.attemptId;
  expect(await w.checkout()).toMatchObject({ status: 202, body: { attemptId: expect.not.stringContaining(first) } });
});
