// Runs of one attempt that meet: a resumed one, an old one, one that was cut off. At any time one of them may send.

import { afterAll, beforeAll, test, vi } from 'vitest';
import { gate } from '../harness/interference.ts';
import { leftInDoubt } from '../harness/left-in-doubt.ts';
import { type ProxiedWorld, startProxiedWorld } from '../harness/proxied-world.ts';
import { RESUMABLE_SECONDS } from '../harness/settings.ts';
import { until } from '../harness/until.ts';
import { fromNth, writesOf } from '../harness/writes.ts';

vi.setConfig({ maxConcurrency: 12 });

let world: ProxiedWorld;
beforeAll(async () => {
  world = await startProxiedWorld({ warm: 8 });
});
afterAll(() => world.close());

const REFUSED = 400;

test.concurrent('of many customers who come back at once, one resumes; all are paid by the one charge', async ({
  expect,
}) => {
  const { story, attemptId } = await leftInDoubt(world, RESUMABLE_SECONDS);
  const gates = [gate('request'), gate('request')];
  for (const { interference } of gates) void world.proxy.next(writesOf(story.orderId).resume, interference);
  const callers = ['k1', 'k1', 'k2', 'k3', 'k1', 'k4'].map((key) => story.checkout({ key }));
  await Promise.all(gates.map(({ reached }) => reached));
  const decided = await Promise.all(gates.map(({ release }) => release()));

  expect(decided.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  const answers = await Promise.all(callers);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await story.stored(attemptId)).toMatchObject({ resumes: 1, sends: 2 });
  expect(await story.sends()).toHaveLength(2);
  expect(await story.charges()).toHaveLength(1);
});

// Alone: while this payment waits as asked, all others of the provider wait with it.
test('an old run that wakes after a resume sends nothing more and ends Superseded', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'error', status: 503, retryAfter: 2 });
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  const attemptId = String(body.attemptId);
  // Somebody who could not see that the run is alive has resumed it: DescribeExecution is eventually consistent.
  const waiting = await until('the run waits to send again', async () => {
    const stored = await story.stored(attemptId);
    return stored.sends === 1 && stored.doubtful === undefined && stored;
  });
  await world.tables.set(waiting, { resumes: 1 });
  expect((await story.states(attemptId)).at(-1)).toBe('Superseded');
  expect(await story.sends()).toHaveLength(1);
  expect(await story.stored(attemptId)).toMatchObject({ status: 'Open', sends: 1 });
});

test.concurrent('a charge function that is cut off sends nothing afterwards, and its claim comes too late', async ({
  expect,
}) => {
  const story = await world.placed();
  await story.provider({ mode: 'error', status: 500, times: 1 });
  // Kept waiting for as long as the function lives; then its run asks the provider, and is over.
  const claim = gate('request');
  void world.proxy.next(fromNth(2, writesOf(story.orderId).claim), claim.interference, 4);
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  const attemptId = String(body.attemptId);
  expect((await story.states(attemptId)).slice(-5)).toEqual([
    'RetryCharge',
    'WaitBeforeReconcile',
    'Reconcile',
    'ReconcileOutcome',
    'LeftToSchedule',
  ]);
  expect(await story.sends()).toHaveLength(1);

  const paid = await until('the customer who comes back is paid', async () => {
    const answer = await story.checkout({ key: 'k1' });
    return answer.status === 200 && answer;
  });
  expect(paid.body.attemptId).toBe(attemptId);
  expect(await claim.release()).toBe(REFUSED);
  expect(await story.stored(attemptId)).toMatchObject({ resumes: 1, sends: 2 });
  expect(await story.sends()).toHaveLength(2);
  expect(await story.charges()).toHaveLength(1);
});

test.concurrent('a run that was resumed between its reading and its claim sends nothing and ends Superseded', async ({
  expect,
}) => {
  const story = await world.placed();
  const claim = gate('request');
  void world.proxy.next(writesOf(story.orderId).claim, claim.interference, 5);
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  const attemptId = String(body.attemptId);
  await claim.reached;
  await world.tables.set(await story.stored(attemptId), { resumes: 1 });
  expect(await claim.release()).toBe(REFUSED);
  expect((await story.states(attemptId)).at(-1)).toBe('Superseded');
  expect(await story.sends()).toHaveLength(0);
  expect(await story.stored(attemptId)).toMatchObject({ status: 'Open', sends: 0 });
});

const A_DAY_MS = 86_400_000;

test.concurrent.for(['before the run reads it', 'between its reading and its claim'])(
  'past the key window nothing is ever sent again (the window ends %s)',
  async (when, { expect }) => {
    const { story, attemptId } = await leftInDoubt(world, RESUMABLE_SECONDS);
    const stored = await story.stored(attemptId);
    const windowEnds = () => world.tables.set(stored, { firstSentAt: Number(stored.firstSentAt) - A_DAY_MS });
    const claim = gate('request');
    if (when === 'before the run reads it') await windowEnds();
    else void world.proxy.next(writesOf(story.orderId).claim, claim.interference, 5);

    const told = story.checkout({ key: 'k1', prefer: 'wait=3' });
    if (when !== 'before the run reads it') {
      await claim.reached;
      await windowEnds();
      expect(await claim.release()).toBe(REFUSED);
    }
    expect((await told).status).toBe(202);
    expect((await story.states(attemptId, 1)).at(-1)).toBe('LeftToSchedule');
    expect(await story.sends()).toHaveLength(1);
    expect(await story.stored(attemptId)).toMatchObject({ status: 'Open', sends: 1 });
  },
);

test.concurrent('an expired key is a new key, even while its record is still in the table', async ({ expect }) => {
  const story = await world.placed();
  const first = await story.checkout({ key: 'k1', card: 'tok_declined' });
  expect(first.status).toBe(402);
  const record = (await story.items()).find((item) => 'fingerprint' in item && item.attemptId === first.body.attemptId);
  await world.tables.put('Idempotency', { ...record, expiresAt: Math.floor(Date.now() / 1_000) - 1 });
  const paid = await story.checkout({ key: 'k1', card: 'tok_visa' });
  expect(paid.status).toBe(200);
  expect(paid.headers.get('Idempotent-Replayed')).toBeNull();
  expect(paid.body.attemptId).not.toBe(first.body.attemptId);
});

test.concurrent('a deploy that would change the bytes of an open attempt sends nothing and asks a person', async ({
  expect,
}) => {
  const { story, attemptId } = await leftInDoubt(world, RESUMABLE_SECONDS);
  await world.tables.set(await story.stored(attemptId), { bodyHash: '0'.repeat(64) });
  expect((await story.checkout({ key: 'k1', prefer: 'wait=4' })).status).toBe(202);
  expect((await story.states(attemptId, 1)).at(-1)).toBe('LeftToSchedule');
  expect(await story.reviews()).toEqual(['body-changed', 'redirected']);
  expect(await story.sends()).toHaveLength(1);
  expect((await story.stored(attemptId)).doubtful).toEqual(new Set([1]));
});
