// The provider takes longer than we go on asking, and nobody comes back.

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

export const left: Story = {
  name: 'left',
  about: 'the provider takes 15 s and nobody comes back: the schedule finds the charge',
  run: inOneAct(async (scene) => {
    const { provider, checks } = scene;
    await placeOrder(scene);
    await provider.behave({ mode: 'slow', delaySeconds: 15, times: 1 });
    const reply = await checkout(scene, 'left-1', CARD, 'the customer');
    checks.that('the customer is told 202, never "failed"', reply.status === 202, reply);
    await runScheduleUntil(scene, (order) => order.status === 'Paid');
    const order = await showOrder(scene);
    checks.that('the schedule reconciled the order to Paid', order.status === 'Paid', order);
    await checkProvider(scene, 1, 1);
  }),
};
