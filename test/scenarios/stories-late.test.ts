// A charge that comes to light after its attempt was given up: the order learns of it, whatever it has come to since.

import { afterAll, beforeAll, test, vi } from 'vitest';
import { gate } from '../harness/interference.ts';
import { type ProxiedWorld, startProxiedWorld } from '../harness/proxied-world.ts';
import { BROKEN_OFF, succeeded } from '../harness/scripted-provider.ts';
import { GIVEN_UP_SECONDS } from '../harness/settings.ts';
import type { Story } from '../harness/story.ts';
import { fromNth, writesOf } from '../harness/writes.ts';

vi.setConfig({ maxConcurrency: 12 });

let world: ProxiedWorld;
beforeAll(async () => {
  world = await startProxiedWorld({ warm: 8 });
});
afterAll(() => world.close());

/**
 * The order's first attempt, A, is in doubt and given up. Every later one stays in doubt too, unless `nextIsPaid`.
 * `comesToLight` makes the charge of an attempt appear in lookups.
 */
async function afterAbandoned() {
  const charged = new Map<string, string>();
  let pays = false;
  const story = await world.placed({
    script: {
      reply: (asked) => (pays ? { status: 201, json: succeeded(asked, { id: 'ch_B' }) } : BROKEN_OFF),
      listed(asked) {
        const id = charged.get(asked.merchant_reference.slice(-32));
        return id === undefined ? [] : [succeeded(asked, { id })];
      },
    },
  });
  const given = await story.checkout({ key: 'kA', card: 'tok_A', prefer: 'respond-async' });
  const a = String(given.body.attemptId);
  await story.states(a);
  await story.age(a, GIVEN_UP_SECONDS);
  await story.sweepUntil('Placed');
  return {
    story,
    a,
    nextIsPaid() {
      pays = true;
    },
    comesToLight: (attemptId: string, id: string) => void charged.set(attemptId, id),
  };
}

const attempts = async (story: Story) =>
  Object.fromEntries(
    (await story.order()).attempts.map(({ attemptId, status, late }) => [attemptId, { status, late }]),
  );

const KEY_RETENTION_SECONDS = 86_400;

const isFound = (story: Story, attemptId: string) =>
  story.lookUntil('the charge is found', attemptId, async () => {
    const seen = (await story.order()).attempts.find((attempt) => attempt.attemptId === attemptId);
    return seen?.status === 'Succeeded';
  });

/** One more attempt, B, with another card; its one send is in doubt, so it stays open. */
async function openSecond(story: Story): Promise<string> {
  const { body } = await story.checkout({ key: 'kB', card: 'tok_B', prefer: 'respond-async' });
  const b = String(body.attemptId);
  await story.states(b);
  return b;
}

test.concurrent('given up, then charged after all: the order is paid, marked late, and the key answers 200', async ({
  expect,
}) => {
  const { story, a, comesToLight } = await afterAbandoned();
  expect(await attempts(story)).toEqual({ [a]: { status: 'Abandoned', late: false } });
  comesToLight(a, 'ch_A');
  await isFound(story, a);
  expect(await attempts(story)).toEqual({ [a]: { status: 'Succeeded', late: true } });
  const replay = await story.checkout({ key: 'kA', card: 'tok_A' });
  expect([replay.status, replay.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
  expect(replay.body).toMatchObject({ attemptId: a, providerPaymentId: 'ch_A' });
  expect(await story.sends()).toHaveLength(1);
  expect(await story.reviews()).toEqual([]);
});

test.concurrent('a second attempt that has not sent anything gives way, and its customer is told the order is paid', async ({
  expect,
}) => {
  const { story, a, comesToLight } = await afterAbandoned();
  const [close, claim] = [gate('request'), gate('request')];
  // The first close expects that the order waits for A; the second, that it waits for nobody.
  void world.proxy.next(fromNth(2, writesOf(story.orderId).closeSucceeded), close.interference, 5);
  void world.proxy.next(writesOf(story.orderId).claim, claim.interference, 5);
  comesToLight(a, 'ch_A');
  const found = isFound(story, a);
  await close.reached;
  const waiting = story.checkout({ key: 'kB', card: 'tok_B' });
  await claim.reached;
  const b = (await story.attempt()).attemptId;
  expect(await close.release(), 'the order has moved on: it is read again').toBe(400);
  await found;

  expect(await attempts(story)).toEqual({
    [a]: { status: 'Succeeded', late: true },
    [b]: { status: 'Failed', late: false },
  });
  const told = await waiting;
  expect(told.status).toBe(200);
  expect(told.body).toMatchObject({ attemptId: a, providerPaymentId: 'ch_A' });
  expect(await claim.release(), 'the claim that comes late fails').toBe(400);
  await story.states(b);
  expect(await story.sends()).toHaveLength(1);
  expect(await story.reviews()).toEqual([]);
});

test.concurrent('a second attempt that has sent is held, and a charge of its own is put before a person', async ({
  expect,
}) => {
  const { story, a, comesToLight } = await afterAbandoned();
  const b = await openSecond(story);
  comesToLight(a, 'ch_A');
  await isFound(story, a);
  expect(await attempts(story)).toEqual({
    [a]: { status: 'Succeeded', late: true },
    [b]: { status: 'Open', late: false },
  });
  expect(await story.stored(b)).toMatchObject({ held: true });

  const back = await story.checkout({ key: 'kB', card: 'tok_B' });
  expect([back.status, back.body.attemptId]).toEqual([200, a]);
  expect(await story.sends(), 'held: it sends no more').toHaveLength(2);

  comesToLight(b, 'ch_B');
  await isFound(story, b);
  expect(await story.reviews()).toEqual(['refund-due']);
  expect(await attempts(story)).toEqual({
    [a]: { status: 'Succeeded', late: true },
    [b]: { status: 'Succeeded', late: true },
  });
  const [order] = (await story.items()).filter(({ sk }) => sk === 'ORDER');
  expect(order).toMatchObject({ status: 'Paid', paidAttemptId: a });
  expect(order).not.toHaveProperty('openAttemptId');
});

test.concurrent('a held attempt that never charged is abandoned, and the order stays paid', async ({ expect }) => {
  const { story, a, comesToLight } = await afterAbandoned();
  const b = await openSecond(story);
  comesToLight(a, 'ch_A');
  await isFound(story, a);
  await story.age(b, GIVEN_UP_SECONDS);
  await story.lookUntil('the held attempt ends', b, async () => (await story.attempt()).status === 'Abandoned');
  expect(await attempts(story)).toEqual({
    [a]: { status: 'Succeeded', late: true },
    [b]: { status: 'Abandoned', late: false },
  });
  expect((await story.order()).status).toBe('Paid');
  expect(await story.reviews()).toEqual([]);
});

test.concurrent('an order that a second attempt has paid keeps it; the first charge is put before a person', async ({
  expect,
}) => {
  const { story, a, nextIsPaid, comesToLight } = await afterAbandoned();
  nextIsPaid();
  const paid = await story.checkout({ key: 'kA', card: 'tok_A' });
  expect([paid.status, paid.body.providerPaymentId]).toEqual([200, 'ch_B']);
  const b = String(paid.body.attemptId);
  comesToLight(a, 'ch_A');
  await isFound(story, a);
  expect(await attempts(story)).toEqual({
    [a]: { status: 'Succeeded', late: true },
    [b]: { status: 'Succeeded', late: false },
  });
  const replay = await story.checkout({ key: 'kA', card: 'tok_A' });
  expect([replay.status, replay.text], 'a final answer stays').toEqual([200, paid.text]);
  const review = (await story.items()).find(({ kind }) => kind === 'refund-due');
  expect(review).toMatchObject({ attemptId: a, evidence: { providerPaymentId: 'ch_A', paidBy: b }, status: 'Open' });
  const [order] = (await story.items()).filter(({ sk }) => sk === 'ORDER');
  expect(order).toMatchObject({ status: 'Paid', paidAttemptId: b });
});

test.concurrent('an attempt that was given up is watched until the provider has forgotten its key', async ({
  expect,
}) => {
  const { story, a } = await afterAbandoned();
  expect(await story.stored(a)).toHaveProperty('dueShard');
  await story.age(a, KEY_RETENTION_SECONDS);
  await story.lookUntil('nobody looks any more', a, async () => !('dueShard' in (await story.stored(a))));
  expect(await attempts(story)).toEqual({ [a]: { status: 'Abandoned', late: false } });
});
