// What a payment that goes well costs, besides the wait's polls (design section 4).

import { expect, test } from 'vitest';
import { accepted } from './stories.ts';
import { settled, type World, worlds } from './world.ts';

const world = worlds();

/** What is asked of the tables meanwhile. */
async function commandsOf({ db }: World, work: () => Promise<void>): Promise<readonly string[]> {
  const commands: string[] = [];
  const { middlewareStack } = db.client;
  middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        commands.push(String(commandName));
        return next(args);
      },
    { step: 'initialize', name: 'count', override: true },
  );
  await work();
  middlewareStack.remove('count');
  return commands;
}

test('a payment is five requests to the tables and one to the provider', async () => {
  const w = await world();
  await w.createOrder();
  const commands = await commandsOf(w, async () => {
    await w.checkout();
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
  });
  // Get the order, accept, count the send, claim, close.
  expect(commands).toEqual([
    'GetItemCommand',
    'TransactWriteItemsCommand',
    'UpdateItemCommand',
    'UpdateItemCommand',
    'TransactWriteItemsCommand',
  ]);
  expect(await w.fake.requests()).toHaveLength(1);
});

test('its answer again is three reads: order, key, attempt', async () => {
  const w = await world();
  await w.createOrder();
  await w.checkout();
  await w.chargeOnce();
  const commands = await commandsOf(w, async () => {
    expect((await w.checkout()).status).toBe(200);
  });
  expect(commands).toEqual(['GetItemCommand', 'GetItemCommand', 'GetItemCommand']);
});

test('the timeline tells its story, as far as it has room', async () => {
  const w = await accepted(world);
  await w.fake.control({ mode: 'error', status: 500, times: 1 });
  await w.drive();
  const { timeline } = await w.attempt();
  expect(timeline.map(({ what }) => what)).toEqual(['accepted', 'sent', 'sent', 'Succeeded']);
});
