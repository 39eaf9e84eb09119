// The provider is overloaded for a moment: two proved refusals, then a charge.

import { CARD, checkout, checkProvider, inOneAct, placeOrder, type Story, sendsOf, showOrder } from '../story.ts';

export const flaky: Story = {
  name: 'flaky',
  about: 'the provider answers 503 twice, then it is well',
  run: inOneAct(async (scene) => {
    const { provider, checks } = scene;
    await placeOrder(scene);
    await provider.behave({ mode: 'error', status: 503, times: 2 });
    const reply = await checkout(scene, 'flaky-1', CARD, 'the customer');
    checks.that('the customer is told 200 Paid', reply.status === 200 && reply.body.status === 'Paid', reply);
    const answers = (await sendsOf(scene)).map(({ answered }) => answered);
    checks.that('503, 503, 201', answers.join() === '503,503,201', answers);
    await showOrder(scene);
    await checkProvider(scene, 1, 1);
  }),
};
