// What a payment costs: states, invocations and requests of the happy path, counted on the wire.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProxiedWorld, startProxiedWorld } from '../harness/proxied-world.ts';
import type { TableRequest } from '../harness/tables-proxy.ts';

let world: ProxiedWorld;
beforeAll(async () => {
  world = await startProxiedWorld();
});
afterAll(() => world.close());

/** Requests that `during` makes of the tables. */
async function counted(during: () => Promise<unknown>): Promise<TableRequest[]> {
  const before = world.proxy.requests.length;
  await during();
  return world.proxy.requests.slice(before);
}

/** The wait's polls: reads of the attempt. */
const isPoll = ({ operation, input }: TableRequest): boolean =>
  operation === 'GetItem' && /"ATTEMPT#/.test(JSON.stringify(input));

const MOST_STATE_BYTES = 4_096;
/** The shortest pause between two polls. */
const POLL_MS = 100;

test('the happy path: 3 states, 2 invocations, 5 requests besides the polls, little state', async () => {
  const orderId = 'o'.repeat(36);
  world.front.lanes.set(orderId, (await world.placed()).lane);
  await world.api.createOrder({ orderId, amount: '9999999999.99', currency: 'TRY' });
  let attemptId = '';
  const executed = (await world.api.executions()).length;
  const said = world.log.length;
  const begun = performance.now();
  const requests = await counted(async () => {
    const paid = await world.api.checkout(orderId, { card: `tok_${'x'.repeat(251)}`, key: 'k'.repeat(255) });
    expect(paid.status).toBe(200);
    attemptId = String(paid.body.attemptId);
  });
  const took = performance.now() - begun;

  expect(requests.filter((request) => !isPoll(request)).map(({ operation }) => operation)).toEqual([
    'GetItem',
    'TransactWriteItems',
    'UpdateItem',
    'UpdateItem',
    'TransactWriteItems',
  ]);
  expect(requests.filter(isPoll).length).toBeLessThanOrEqual(took / POLL_MS);

  expect(await world.api.executions()).toHaveLength(executed + 1);
  const { states } = await world.api.execution(`${attemptId}-0`);
  // Each invocation writes one line.
  const invoked = world.log.slice(said).map((line) => /^\[(\w+)\]/.exec(line)?.[1]);
  expect(invoked.toSorted()).toEqual(['Charge', 'Checkout']);
  expect(states.map(({ name }) => name)).toEqual(['Charge', 'ChargeOutcome', 'Paid']);
  for (const { input, output } of states) {
    expect(JSON.stringify(input).length).toBeLessThan(MOST_STATE_BYTES);
    expect(JSON.stringify(output).length).toBeLessThan(MOST_STATE_BYTES);
  }
});

test('a declined payment costs no more', async () => {
  const story = await world.placed();
  const requests = await counted(() => story.checkout({ card: 'tok_declined' }));
  expect(requests.filter((request) => !isPoll(request))).toHaveLength(5);
});

test('what the schedule reads grows with what is due, not with what was ever paid', async () => {
  const idle = await counted(() => world.api.sweep());
  expect(new Set(idle.map(({ operation }) => operation))).toEqual(new Set(['Query']));
  for (let paid = 0; paid < 5; paid++) {
    const story = await world.placed();
    expect((await story.checkout()).status).toBe(200);
  }
  expect(await counted(() => world.api.sweep())).toHaveLength(idle.length);
  expect(await world.api.sweep()).toEqual({ due: 0, started: 0, errors: 0 });
});
