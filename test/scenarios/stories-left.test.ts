// Payments that nobody comes back for: the schedule ends each of them, and nobody is told "failed" without proof.

import { afterAll, beforeAll, test, vi } from 'vitest';
import { leftInDoubt } from '../harness/left-in-doubt.ts';
import { until } from '../harness/until.ts';
import { startWorld, type World } from '../harness/world.ts';

vi.setConfig({ maxConcurrency: 16 });

let world: World;
beforeAll(async () => {
  world = await startWorld({ warm: 8 });
});
afterAll(() => world.close());

const ABANDON_AFTER_MS = 9_000;
const RECHECK_MS = 1_000;

test.concurrent('left: the schedule finds the charge that nobody waited for', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'slow', delaySeconds: 9, times: 1 });
  const left = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  expect(left.status).toBe(202);
  expect(await story.sweepUntil('Paid')).toMatchObject({ attempts: [{ status: 'Succeeded', late: false }] });
  expect(await story.charges()).toHaveLength(1);
  const again = await story.checkout({ key: 'k1' });
  expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
});

test.concurrent('left and declined: the schedule finds the decline of the one send in doubt', async ({ expect }) => {
  const story = await world.placed();
  // Every send after the first is proved refused, so that the decline can be no other send's.
  await story.provider({ mode: 'late', status: 504, delaySeconds: 4, times: 1 });
  const left = await story.checkout({ key: 'k1', card: 'tok_declined', prefer: 'respond-async' });
  await until('the first send arrives', async () => (await story.sends()).length === 1);
  await story.provider({ mode: 'error', status: 503 });
  expect(left.status).toBe(202);
  expect(await story.sweepUntil('Placed')).toMatchObject({
    attempts: [{ status: 'Declined', declineReason: 'insufficient_funds' }],
  });
  expect((await story.checkout({ key: 'k1', card: 'tok_declined' })).status).toBe(402);
});

test.concurrent('drop: abandoned on two readings that came late enough, then the same key pays anew', async ({
  expect,
}) => {
  const story = await world.placed();
  await story.provider({ mode: 'drop' });
  const pending = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  const attemptId = String(pending.body.attemptId);
  expect(await story.sweepUntil('Placed')).toMatchObject({ attempts: [{ attemptId, status: 'Abandoned' }] });

  const stored = await story.stored(attemptId);
  const timeline = stored.timeline as { at: number; what: string }[];
  const readings = timeline.filter(({ what }) => what === 'not found');
  expect(readings).toHaveLength(1);
  const [counted] = readings;
  expect(counted?.at).toBeGreaterThanOrEqual(Number(stored.lastSentAt) + ABANDON_AFTER_MS);
  expect(stored.closedAt).toBeGreaterThanOrEqual(Number(counted?.at) + RECHECK_MS);
  expect(stored).not.toHaveProperty('sealKey');

  await story.provider({ mode: 'normal' });
  const sent = (await story.sends()).length;
  const paid = await story.checkout({ key: 'k1' });
  expect(paid.status).toBe(200);
  expect(paid.body.attemptId).not.toBe(attemptId);
  const [before, after] = [(await story.sends())[sent - 1], (await story.sends())[sent]];
  expect(after?.idempotencyKey).not.toBe(before?.idempotencyKey);
  expect(await story.charges()).toHaveLength(1);
});

test.concurrent('a caller who waits while its attempt is abandoned is told 202, never 503', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'error', status: 302 });
  const waiting = story.checkout({ key: 'k1' });
  await story.sweepUntil('PaymentPending');
  expect(await story.sweepUntil('Placed')).toMatchObject({ attempts: [{ status: 'Abandoned' }] });
  const told = await waiting;
  expect(told.status).toBe(202);
  expect(told.headers.get('Location')).toBe(`/orders/${story.orderId}`);
});

test.concurrent('a lookup that fails, or shows the charge as pending, is never a verdict', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'late', status: 504, delaySeconds: 9, times: 1, lookup: { status: 500 } });
  const { body } = await story.checkout({ prefer: 'wait=8' });
  await story.sweep();
  expect(await story.order()).toMatchObject({ status: 'PaymentPending', attempts: [{ status: 'Open' }] });
  expect(await story.stored(String(body.attemptId))).toMatchObject({ notFoundReadings: 0 });
  await story.provider({ mode: 'normal', lookup: { pending: true } });
  expect(await story.sweepUntil('Paid')).toMatchObject({ attempts: [{ status: 'Succeeded' }] });
  expect(await story.charges()).toHaveLength(1);
});

test.concurrent('a payment that was never sent ends Failed once its run can send no more', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'error', status: 429 });
  const { body } = await story.checkout({ prefer: 'respond-async' });
  expect(await story.sweepUntil('Placed')).toMatchObject({ attempts: [{ status: 'Failed' }] });
  expect((await story.stored(String(body.attemptId))).evidence).toMatchObject({ failure: 'providerUnavailable' });
});

test.concurrent('still undecided an hour past its time: one review, however often it is looked at', async ({
  expect,
}) => {
  const { story, attemptId } = await leftInDoubt(world, 0);
  await story.provider({ mode: 'normal', lookup: { status: 500 } });
  const stored = await story.stored(attemptId);
  const longAgo = Date.now() - ABANDON_AFTER_MS - 3_600_000;
  await world.tables.set(stored, { firstSentAt: longAgo, lastSentAt: longAgo });
  await until('a person is asked', async () => {
    await story.sweep();
    return (await story.reviews()).includes('undecided');
  });
  const lookups = await story.lookups();
  await until('it is looked at again', async () => {
    await story.sweep();
    return (await story.lookups()) > lookups;
  });
  expect(await story.reviews()).toEqual(['redirected', 'undecided']);
  expect(await story.order()).toMatchObject({ status: 'PaymentPending', attempts: [{ status: 'Open' }] });
});
