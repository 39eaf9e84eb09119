// The provider charges, but answers after we have stopped waiting.

import { CARD, checkout, checkProvider, placeOrder, type Story, sendsOf, showOrder } from '../story.ts';

export const slow: Story = {
  name: 'slow',
  about: 'the provider answers after 5 s, we wait 3 s for an answer',
  async run(scene) {
    const { provider, checks } = scene;
    await placeOrder(scene);
    await provider.behave({ mode: 'slow', delaySeconds: 5, times: 1 });
    const reply = await checkout(scene, 'slow-1', CARD, 'the customer');
    checks.that('the customer is told 200 Paid', reply.status === 200 && reply.body.status === 'Paid', reply);
    const requests = await sendsOf(scene);
    checks.that(
      '409 came before the replayed 201',
      requests.some((r) => r.answered === 409) && requests.some((r) => r.answered === 201 && r.replayed),
      requests,
    );
    const order = await showOrder(scene);
    checks.that('the order is Paid by one attempt', order.status === 'Paid' && order.attempts.length === 1, order);
    await checkProvider(scene, 1, 1);
  },
};
