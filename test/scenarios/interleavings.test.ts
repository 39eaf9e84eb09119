// The schedule and a run at one attempt at the same time: whoever wrote first has won, and the other one notices.

import { afterAll, beforeAll, test, vi } from 'vitest';
import { type Gate, gate } from '../harness/interference.ts';
import { leftInDoubt } from '../harness/left-in-doubt.ts';
import { type ProxiedWorld, startProxiedWorld } from '../harness/proxied-world.ts';
import { GIVEN_UP_SECONDS } from '../harness/settings.ts';
import type { Story } from '../harness/story.ts';
import { until } from '../harness/until.ts';
import { fromNth, writesOf } from '../harness/writes.ts';

vi.setConfig({ maxConcurrency: 12 });

let world: ProxiedWorld;
beforeAll(async () => {
  world = await startProxiedWorld({ warm: 8 });
});
afterAll(() => world.close());

const REFUSED = 400;

async function sweepUntilReached(story: Story, { reached }: Gate): Promise<void> {
  let here = false;
  void reached.then(() => {
    here = true;
  });
  await until('the schedule comes to its decision', async () => {
    // The sweep whose run is kept waiting does not end before the run does.
    await Promise.race([story.sweep(), reached]);
    return here;
  });
}

test.concurrent.for(['countReading', 'closeNegatively'] as const)(
  'a reconcile that saw nothing while a resumed run sends decides nothing (%s)',
  async (write, { expect }) => {
    const { story, attemptId } = await leftInDoubt(world, GIVEN_UP_SECONDS);
    const decision = gate('request');
    void world.proxy.next(writesOf(story.orderId)[write], decision.interference, 5);
    await sweepUntilReached(story, decision);

    const reply = Promise.withResolvers<void>();
    story.lane.beforeReply = () => reply.promise;
    const waiting = story.checkout({ key: 'k1' });
    await until('the resumed run sends', async () => (await story.sends()).length === 2);
    expect(await decision.release()).toBe(REFUSED);
    expect((await story.stored(attemptId)).notFoundReadings).toBe(0);
    reply.resolve();

    expect((await waiting).status).toBe(200);
    expect(await story.order()).toMatchObject({ status: 'Paid', attempts: [{ attemptId, status: 'Succeeded' }] });
    expect(await story.charges()).toHaveLength(1);
  },
);

test.concurrent('a run that wakes after the schedule has closed its attempt sends nothing more', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'charged-error', status: 500, times: 1 });
  const again = gate('request');
  void world.proxy.next(fromNth(2, writesOf(story.orderId).claim), again.interference, 5);
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  await again.reached;
  await story.sweepUntil('Paid');
  expect(await again.release()).toBe(REFUSED);
  // It is told by its claim; cut off before that, by its lookup.
  expect(['Superseded', 'Paid']).toContain((await story.states(String(body.attemptId))).at(-1));
  expect(await story.sends()).toHaveLength(1);
  expect(await story.charges()).toHaveLength(1);
});

test.concurrent('a success and a negative close of the same attempt: the success stands', async ({ expect }) => {
  const { story, attemptId } = await leftInDoubt(world, GIVEN_UP_SECONDS);
  const close = gate('request');
  void world.proxy.next(writesOf(story.orderId).closeNegatively, close.interference, 5);
  await sweepUntilReached(story, close);
  const stored = await story.stored(attemptId);
  await until('the customer who comes back is paid', async () => (await story.checkout({ key: 'k1' })).status === 200);
  expect(await close.release()).toBe(REFUSED);
  expect(await story.order()).toMatchObject({
    status: 'Paid',
    attempts: [{ attemptId, status: 'Succeeded', late: false }],
  });
  expect(stored.status).toBe('Open');
});

// From here on alone: every other sweep would count.
test('a sweep that fires twice at once starts one run', async ({ expect }) => {
  const { story, attemptId } = await leftInDoubt(world, 0);
  await story.provider({ mode: 'normal', lookup: { status: 500 } });
  const lookups = await story.lookups();
  await until(
    'the attempt is due',
    async () => Number((await story.stored(attemptId)).nextCheckAt) * 1_000 < Date.now(),
  );
  const moves = [gate('request'), gate('request')];
  for (const { interference } of moves) void world.proxy.next(writesOf(story.orderId).moveDue, interference);
  const sweeps = [story.sweep(), story.sweep()];
  await Promise.all(moves.map(({ reached }) => reached));
  const decided = await Promise.all(moves.map(({ release }) => release()));
  await Promise.all(sweeps);
  expect(decided.toSorted()).toEqual([200, REFUSED]);
  expect(await story.lookups()).toBe(lookups + 1);
});

test('an item in the due index that nobody can read is counted, and keeps no other attempt waiting', async ({
  expect,
}) => {
  const { story } = await leftInDoubt(world, 0);
  for (let shard = 0; shard < 8; shard++)
    await world.tables.put('Payments', {
      pk: 'JUNK',
      sk: `${shard}`,
      dueShard: `${shard}`,
      nextCheckAt: 0,
      status: 'Open',
    });
  await until('the attempt is looked up', async () => {
    const lookups = await story.lookups();
    const { due, errors } = await story.sweep();
    expect(due).toBeGreaterThanOrEqual(errors);
    return (await story.lookups()) > lookups;
  });
});
