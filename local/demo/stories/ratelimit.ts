// The provider asks to be left alone for some seconds, and is.

import { CARD, checkout, checkProvider, inOneAct, placeOrder, type Story, sendsOf, showOrder } from '../story.ts';

const QUIET_SECONDS = 5;

export const ratelimit: Story = {
  name: 'ratelimit',
  about: `the provider answers 429 with Retry-After ${QUIET_SECONDS}, then it is well`,
  run: inOneAct(async (scene) => {
    const { provider, checks } = scene;
    await placeOrder(scene);
    await provider.behave({ mode: 'error', status: 429, retryAfter: QUIET_SECONDS, times: 1 });
    const reply = await checkout(scene, 'ratelimit-1', CARD, 'the customer');
    checks.that('the customer is told 200 Paid', reply.status === 200 && reply.body.status === 'Paid', reply);
    const [first, second, ...more] = (await sendsOf(scene)).map(({ at }) => Date.parse(at));
    const pause = ((second ?? 0) - (first ?? 0)) / 1000;
    checks.that(
      `the second send came ${QUIET_SECONDS} s after the first`,
      pause >= QUIET_SECONDS && more.length === 0,
      pause,
    );
    await showOrder(scene);
    await checkProvider(scene, 1, 1);
  }),
};
