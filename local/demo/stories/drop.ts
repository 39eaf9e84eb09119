// The request is lost on its way: never processed, never answered.

import {
  CARD,
  checkout,
  checkProvider,
  inOneAct,
  placeOrder,
  runScheduleUntil,
  type Story,
  showOrder,
} from '../story.ts';

export const drop: Story = {
  name: 'drop',
  about: 'the provider never sees the charge: given up only when nothing can be in flight, then a new key pays',
  run: inOneAct(async (scene) => {
    const { provider, checks } = scene;
    await placeOrder(scene);
    await provider.behave({ mode: 'drop' });
    const reply = await checkout(scene, 'drop-1', CARD, 'the customer');
    checks.that('the customer is told 202, never "failed"', reply.status === 202, reply);
    await runScheduleUntil(scene, (order) => order.status === 'Placed');
    const given = await showOrder(scene);
    checks.that(
      'the attempt is Abandoned, the order Placed again',
      given.status === 'Placed' && given.attempts[0]?.status === 'Abandoned',
      given,
    );
    await provider.behave({ mode: 'normal' });
    const again = await checkout(scene, 'drop-2', CARD, 'the customer with a new key');
    checks.that('the new key pays: 200', again.status === 200, again);
    const order = await showOrder(scene);
    checks.that('a second attempt paid the order', order.status === 'Paid' && order.attempts.length === 2, order);
    await checkProvider(scene, 1, 2);
  }),
};
