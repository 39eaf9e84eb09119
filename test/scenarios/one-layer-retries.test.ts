// A provider that fails for ever: how often it is asked, counted at its own door, and until when.

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Control } from '../harness/provider-client.ts';
import { FAST, UNHINDERED } from '../harness/settings.ts';
import { until } from '../harness/until.ts';
import { startWorld, type World } from '../harness/world.ts';

vi.setConfig({ maxConcurrency: 12 });

const MOST_SENDS = 4;
const DEADLINE_SECONDS = 60;
const SETTINGS = {
  ...FAST,
  ...UNHINDERED,
  attemptTimeoutSeconds: 2,
  maxSends: MOST_SENDS,
  chargeDeadlineSeconds: DEADLINE_SECONDS,
  retryAfterCapSeconds: 2 * DEADLINE_SECONDS,
  abandonAfterSeconds: 120,
};
/** How long the provider is still asked after a 409. */
const SECONDS_LEFT = 4;
const ALL_SENDS = [1, 2, 3, 4];
const FAILED = { status: 'Failed', sends: MOST_SENDS };
const UNKNOWN = { status: 'Open', sends: MOST_SENDS, doubtful: new Set(ALL_SENDS) };

let world: World;
/** Its provider accepts a connection, and ends it before TLS stands. */
let walled: World;
let connections = 0;
const wall = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  await once(wall.listen(0, '127.0.0.1'), 'listening');
  const { port } = wall.address() as AddressInfo;
  world = await startWorld({ settings: SETTINGS });
  walled = await startWorld({ settings: SETTINGS, providerUrl: `https://127.0.0.1:${port}` });
});
afterAll(async () => {
  await Promise.all([world.close(), walled.close()]);
  wall.close();
});

test.concurrent.for<[string, Control, object]>([
  ['503', { mode: 'error', status: 503 }, FAILED],
  ['429', { mode: 'error', status: 429 }, FAILED],
  ['500', { mode: 'error', status: 500 }, UNKNOWN],
  ['a reset connection', { mode: 'reset' }, UNKNOWN],
  ['no answer', { mode: 'drop' }, UNKNOWN],
])(
  '%s for ever: maxSends charges arrive, however many ask for them and look',
  async ([, control, left], { expect }) => {
    const story = await world.placed();
    await story.provider(control);
    const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
    const attemptId = String(body.attemptId);
    const others = ['k1', 'k2'].map((key) => story.checkout({ key, prefer: 'wait=2' }));
    await story.states(attemptId);
    await Promise.all(others);
    await story.sweep();

    expect(await story.stored(attemptId)).toMatchObject({ ...left, resumes: 0 });
    const sends = await story.sends();
    expect(sends).toHaveLength(MOST_SENDS);
    expect(new Set(sends.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(sendLines(world, attemptId)).toEqual(ALL_SENDS);
    expect(await story.charges()).toEqual([]);
  },
);

test.concurrent('no connection for ever: maxSends are tried, and it is known that nothing was charged', async ({
  expect,
}) => {
  const story = await walled.placed();
  const told = await story.checkout();
  expect(told.status).toBe(503);
  const attemptId = String(told.body.attemptId);
  expect(await story.stored(attemptId)).toMatchObject(FAILED);
  expect(sendLines(walled, attemptId)).toEqual(ALL_SENDS);
  expect(connections).toBe(MOST_SENDS);
});

test.concurrent('409 for ever: it is asked again until the deadline of the run, not after it', async ({ expect }) => {
  const story = await world.placed();
  await story.provider({ mode: 'error', status: 409 });
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  const attemptId = String(body.attemptId);
  await until('it is asked again', async () => (await story.sends()).length > 1);
  const elapsed = (Date.now() - Number((await story.stored(attemptId)).lastStartedAt)) / 1_000;
  await story.age(attemptId, DEADLINE_SECONDS - SECONDS_LEFT - elapsed);
  expect((await story.states(attemptId)).at(-1)).toBe('LeftToSchedule');

  const { lastStartedAt } = await story.stored(attemptId);
  const seconds = (await story.sends()).map(({ at }) => (Date.parse(at) - Number(lastStartedAt)) / 1_000);
  expect(Math.max(...seconds)).toBeGreaterThan(DEADLINE_SECONDS - SECONDS_LEFT);
  // What leaves in the last moment needs some more to arrive.
  expect(Math.max(...seconds)).toBeLessThan(DEADLINE_SECONDS + 0.5);
});

// The last one: the provider wants to be left alone, and that may be heeded for every payment.
test('a Retry-After beyond the deadline ends the run at once, and the caller is told to wait as long', async () => {
  const story = await world.placed();
  await story.provider({ mode: 'error', status: 429, retryAfter: 2 * DEADLINE_SECONDS });
  const told = await story.checkout();
  expect(told.status).toBe(503);
  expect(told.headers.get('Retry-After')).toBe(String(2 * DEADLINE_SECONDS));
  expect(await story.states(String(told.body.attemptId))).toEqual(['Charge', 'ChargeOutcome', 'NotCharged']);
  expect(await story.sends()).toHaveLength(1);
});

/** The numbers of an attempt's sends, as the charge function logged them. */
const sendLines = ({ log }: Pick<World, 'log'>, attemptId: string): number[] =>
  log
    .filter((line) => line.startsWith('[Charge] {') && line.includes(attemptId))
    .map((line) => JSON.parse(line.slice('[Charge] '.length)))
    .filter(({ message }) => message === 'send')
    .map(({ send }) => Number(send));
