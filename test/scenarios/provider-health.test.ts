// A provider that goes down and comes back, through the whole stack: the breaker opens, callers are told when to come back,
// nothing but probes is sent, and the breaker closes.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAST } from '../harness/settings.ts';
import { startWorld, type World } from '../harness/world.ts';

const COOLDOWN_SECONDS = 4;
const NERVOUS = {
  ...FAST,
  maxSends: 1,
  breakerMinimumThroughput: 3,
  breakerFailureRatio: 0.5,
  breakerCooldownSeconds: COOLDOWN_SECONDS,
  breakerProbes: 2,
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ settings: NERVOUS });
});
afterAll(() => world.close());

const health = async () => {
  const found = (await world.tables.scan()).find(({ pk }) => pk === 'HEALTH#http');
  if (found === undefined) throw new Error('nothing was counted');
  return found;
};

/** A new order's checkout at a provider that is well or down. */
async function pay(mode: 'normal' | 'error') {
  const story = await world.placed();
  await story.provider({ mode });
  const answer = await story.checkout({ key: 'k1' });
  return { story, answer, sends: (await story.sends()).length };
}

test('an outage is noticed, sat out, and over', async () => {
  for (let failed = 0; failed < 3; failed++)
    expect(await pay('error')).toMatchObject({ answer: { status: 503 }, sends: 1 });
  // Learnt when the payment is written down, so a moment after the caller is answered.
  await expect.poll(health).toHaveProperty('openUntil');
  const { openUntil } = await health();

  const refused = await pay('normal');
  expect(refused).toMatchObject({ answer: { status: 503 }, sends: 0 });
  expect(refused.answer.body.type).toBe('urn:paid-once:provider-unavailable');
  const told = Number(refused.answer.headers.get('Retry-After'));
  expect(told).toBeGreaterThanOrEqual(1);
  expect(told).toBeLessThanOrEqual(COOLDOWN_SECONDS);
  expect(await refused.story.order()).toMatchObject({ status: 'Placed', attempts: [{ status: 'Failed' }] });

  await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(Number(openUntil));
  for (let probe = 0; probe < 2; probe++)
    expect(await pay('normal')).toMatchObject({ answer: { status: 200 }, sends: 1 });
  await expect.poll(health).not.toHaveProperty('openUntil');
  // The customer who was sent away pays with the same key.
  const again = await refused.story.checkout({ key: 'k1' });
  expect(again.status).toBe(200);

  const states = world.log.flatMap((line) => /"message":"(breaker [a-z ]+)"/.exec(line)?.[1] ?? []);
  expect(states).toEqual(['breaker opened', 'breaker closed']);
});
