// A provider that takes no idempotency keys: a send that may have arrived is the attempt's last, whoever comes back.

import { afterAll, beforeAll, type ExpectStatic, test, vi } from 'vitest';
import type { Control } from '../harness/provider-client.ts';
import { BROKEN_OFF, type Script, type ScriptedReply, succeeded } from '../harness/scripted-provider.ts';
import { FAST, RESUMABLE_SECONDS, UNHINDERED } from '../harness/settings.ts';
import type { Story } from '../harness/story.ts';
import { startWorld, type World } from '../harness/world.ts';

vi.setConfig({ maxConcurrency: 12 });

/** So long that no story is given up while another one runs the schedule. */
const ABANDON_AFTER_SECONDS = 60;

let world: World;
beforeAll(async () => {
  const provider = { ...FAST.provider, supportsIdempotencyKeys: false, replaysFirstResult: false };
  const longer = { chargeDeadlineSeconds: 30, abandonAfterSeconds: ABANDON_AFTER_SECONDS };
  world = await startWorld({ settings: { ...FAST, ...UNHINDERED, ...longer, provider } });
});
afterAll(() => world.close());

const LOOKED_UP = ['WaitBeforeReconcile', 'Reconcile', 'ReconcileOutcome', 'LeftToSchedule'];

/** Two runs: the first one, and that of the customer who comes back. Answers the attempt. */
async function paidTwiceOver(story: Story, sends: number, expect: ExpectStatic): Promise<string> {
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  const attemptId = String(body.attemptId);
  expect((await story.states(attemptId)).slice(-4)).toEqual(LOOKED_UP);
  await story.age(attemptId, RESUMABLE_SECONDS);
  const again = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  expect(again).toMatchObject({ status: 202, body: { attemptId } });
  expect(await story.states(attemptId, 1)).toEqual(['Charge', 'ChargeOutcome', ...LOOKED_UP]);
  expect((await story.checkout({ key: 'k2', prefer: 'respond-async' })).body.attemptId).toBe(attemptId);
  expect(await story.stored(attemptId)).toMatchObject({ status: 'Open', sends, doubtful: new Set([sends]) });
  return attemptId;
}

const status = (code: number): ScriptedReply => ({ status: code, json: { error: { code: 'scripted' } } });
const pending: Script['reply'] = (asked) => ({ status: 202, json: succeeded(asked, { status: 'pending' }) });
const otherAmount: Script['reply'] = (asked) => ({ status: 201, json: succeeded(asked, { amount: 1 }) });

test.concurrent.for<[string, Script['reply'], { sends?: number; reviews?: string[] }]>([
  ['500', () => status(500), {}],
  ['503, then 500', (_, nth) => status(nth === 1 ? 503 : 500), { sends: 2 }],
  ['409', () => status(409), {}],
  ['202', pending, {}],
  ['a closed connection', () => ({ raw: '' }), {}],
  ['garbage', () => BROKEN_OFF, {}],
  ['another amount', otherAmount, { reviews: ['contradiction'] }],
])('%s: never sent again, in no run; a lookup finds the charge', async ([, reply, how], { expect }) => {
  const { sends = 1, reviews = [] } = how;
  let listed = false;
  const script: Script = { reply, listed: (asked) => (listed ? [succeeded(asked)] : []) };
  const story = await world.placed({ script });
  const attemptId = await paidTwiceOver(story, sends, expect);
  listed = true;
  await story.lookUntil('it is found', attemptId, async () => (await story.order()).status === 'Paid');
  expect(await story.checkout({ key: 'k1' })).toMatchObject({ status: 200, body: { attemptId } });
  const sent = await story.sends();
  expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(Array(sends).fill(null));
  expect(await story.reviews()).toEqual(reviews);
});

test.concurrent.for<[string, Control]>([
  ['a reset connection', { mode: 'reset' }],
  ['no answer', { mode: 'drop' }],
])('%s: never sent again, in no run; given up when lookups find nothing', async ([, control], { expect }) => {
  const story = await world.placed();
  await story.provider(control);
  const attemptId = await paidTwiceOver(story, 1, expect);
  await story.age(attemptId, ABANDON_AFTER_SECONDS);
  await story.lookUntil('it is given up', attemptId, async () => (await story.attempt()).status === 'Abandoned');
  expect(await story.sends()).toHaveLength(1);
  expect((await story.order()).status).toBe('Placed');
});
