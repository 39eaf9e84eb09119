// The charge function's concurrency is reserved, and used up: who has to wait is not sent, and is paid once in the end.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAST, UNHINDERED } from '../harness/settings.ts';
import type { Story } from '../harness/story.ts';
import { until } from '../harness/until.ts';
import { startWorld, type World } from '../harness/world.ts';

const RESERVED = 2;
const BURST = 6;
const DEADLINE_SECONDS = 60;
const SETTINGS = {
  ...FAST,
  ...UNHINDERED,
  chargeReservedConcurrency: RESERVED,
  chargeDeadlineSeconds: DEADLINE_SECONDS,
  // A send can be kept waiting at the provider for as long as a test needs it.
  attemptTimeoutSeconds: 20,
  abandonAfterSeconds: 120,
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ settings: SETTINGS });
});
afterAll(() => world.close());

const placed = (n: number): Promise<Story[]> => Promise.all(Array.from({ length: n }, () => world.placed()));

/** All of the reserved concurrency is at work on sends that the provider keeps until `release`. */
async function saturated() {
  const stories = await placed(RESERVED);
  const opened = Promise.withResolvers<void>();
  const arrivals = stories.map(({ lane }) => {
    const arrived = Promise.withResolvers<void>();
    lane.beforeCharge = () => {
      arrived.resolve();
      return opened.promise;
    };
    return arrived.promise;
  });
  const told = stories.map((story) => story.checkout());
  await Promise.all(arrivals);
  return { stories, told, release: opened.resolve };
}

/** The story's attempt, once its run was throttled and has tried again. */
const throttled = (story: Story): Promise<string> =>
  until(`the charge of ${story.orderId} is throttled`, async () => {
    const { attemptId = '' } = (await story.order()).attempts[0] ?? {};
    const started = (await world.api.executions()).some(({ name }) => name === `${attemptId}-0`);
    const [charge] = started ? (await story.execution(attemptId)).states : [];
    return (charge?.retries ?? 0) > 0 && attemptId;
  });

const NOT_SENT = { status: 'Open', sends: 0, runSends: 0, resumes: 0 };

test('a burst beyond the reserved concurrency waits unsent, and each order is paid once', async () => {
  const { stories, told, release } = await saturated();
  const burst = await placed(BURST);
  const waiting = burst.map((story) => story.checkout());
  for (const story of burst) {
    const attemptId = await throttled(story);
    const stored = await story.stored(attemptId);
    expect(stored).toMatchObject(NOT_SENT);
    expect(stored).not.toHaveProperty('doubtful');
    expect(await story.sends()).toEqual([]);
  }

  // Every customer's checkout waits in a function of its own, and charge has its room nevertheless.
  release();
  const answers = await Promise.all([...told, ...waiting]);
  expect(answers.map(({ status }) => status)).toEqual(Array(RESERVED + BURST).fill(200));
  for (const story of [...stories, ...burst]) {
    expect(await story.stored((await story.attempt()).attemptId)).toMatchObject({ status: 'Succeeded', sends: 1 });
    expect(await story.sends()).toHaveLength(1);
    expect(await story.charges()).toHaveLength(1);
  }
});

test('a charge that is invoked only after the deadline of its run sends nothing: it is known as not charged', async () => {
  const { told, release } = await saturated();
  const late = await world.placed();
  const answer = late.checkout({ key: 'k1' });
  const attemptId = await throttled(late);
  await late.age(attemptId, DEADLINE_SECONDS);
  release();

  expect((await answer).status).toBe(503);
  expect((await answer).body.attemptId).toBe(attemptId);
  expect(await late.states(attemptId)).toEqual(['Charge', 'ChargeOutcome', 'NotCharged']);
  expect(await late.stored(attemptId)).toMatchObject({ status: 'Failed', sends: 0 });
  expect(await late.sends()).toEqual([]);
  expect(await late.lookups()).toBe(0);
  expect(await late.reviews()).toEqual([]);
  expect((await Promise.all(told)).map(({ status }) => status)).toEqual(Array(RESERVED).fill(200));

  expect((await late.checkout({ key: 'k1' })).status).toBe(200);
  expect(await late.charges()).toHaveLength(1);
});
