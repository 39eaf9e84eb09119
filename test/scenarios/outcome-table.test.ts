// Every reply that a provider can give to a charge, and what becomes of it: design section 5, row by row, over HTTP.

import { afterAll, beforeAll, test, vi } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';
import { error, PENDING, ROWS, UNAVAILABLE } from './outcome-rows.ts';

vi.setConfig({ maxConcurrency: 12 });

let world: World;
beforeAll(async () => {
  world = await startWorld({ warm: 8 });
});
afterAll(() => world.close());

const count = (states: readonly string[], ...names: string[]) => states.filter((name) => names.includes(name)).length;

test.concurrent.for(ROWS)('$reply: $end.attempt, the caller is told $end.caller', async (row, { expect }) => {
  const { card, end, provider } = row;
  const story = await world.placed('reply' in provider ? { script: provider } : {});
  if ('mode' in provider) await story.provider(provider);

  const answer = await story.checkout({ ...(card && { card }), ...(end === PENDING && { prefer: 'wait=4' }) });
  const attemptId = String(answer.body.attemptId);
  const states = await story.states(attemptId);

  expect(answer.status).toBe(end.caller);
  expect(answer.body.type).toBe(end.problem && `urn:paid-once:${end.problem}`);
  if (end === PENDING) expect(answer.headers.get('Location')).toBe(`/orders/${story.orderId}`);
  if (end === PENDING || end === UNAVAILABLE) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);

  const attempts = [{ attemptId, status: end.attempt, late: false }];
  expect(await story.order()).toMatchObject({ status: end.order, attempts });
  expect(states).toEqual(row.states);
  expect(await story.reviews()).toEqual(row.review === undefined ? [] : [row.review]);

  const sends = await story.sends();
  expect(sends).toHaveLength(count(row.states, 'Charge', 'RetryCharge'));
  expect(new Set(sends.map(({ idempotencyKey }) => idempotencyKey)).size, 'one key on every send').toBe(1);
  expect(new Set(sends.map(({ bodySha256 }) => bodySha256)).size, 'the same bytes on every send').toBe(1);
  expect(await story.charges()).toHaveLength(row.charges);
  expect(await story.lookups()).toBe(count(row.states, 'Reconcile'));
});

const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
const RETRY_AFTER = [
  { retryAfter: 1, waitSeconds: 1 },
  { retryAfter: 2, waitSeconds: 2 },
  { retryAfter: 3_600, waitSeconds: 2 },
  { retryAfter: inAnHour, waitSeconds: 2 },
  { retryAfter: new Date(0).toUTCString(), waitSeconds: 1 },
];

// One by one: while one payment waits as asked, all others of the provider wait with it.
test.for(RETRY_AFTER)(
  'Retry-After: $retryAfter makes the run wait $waitSeconds s, the cap being 2',
  async ({ retryAfter, waitSeconds }, { expect }) => {
    const story = await world.placed();
    await story.provider(error(429, { times: 1, retryAfter }));
    const { body } = await story.checkout();
    const { states } = await story.execution(String(body.attemptId));
    expect(states[0]).toMatchObject({ name: 'Charge', output: { outcome: { kind: 'retry', waitSeconds } } });
  },
);
