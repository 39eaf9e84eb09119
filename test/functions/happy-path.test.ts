// What a payment that goes well costs, besides the wait's polls (design section 4).

import { expect, test } from 'vitest';
import { accepted } from './stories.ts';
import { settled, worlds } from './world.ts';

const world = worlds();

test('a payment is five requests to the tables and one to the provider', async () => {
  const w = await world();
  await w.createOrder();
  const commands: string[] = [];
  w.db.client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        commands.push(String(commandName));
        return next(args);
      },
    { step: 'initialize', name: 'count', override: true },
  );
  await w.checkout();
  expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
  w.db.client.middlewareStack.remove('count');
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

test('the timeline tells its story, as far as it has room', async () => {
  const w = await accepted(world);
  await w.fake.control({ mode: 'error', status: 500, times: 1 });
  await w.drive();
  const { timeline } = await w.attempt();
  expect(timeline.map(({ what }) => what)).toEqual(['accepted', 'sent', 'sent', 'Succeeded']);
});
