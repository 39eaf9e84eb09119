// The provider takes longer than we go on asking; the customer comes back.

import { setTimeout as sleep } from 'node:timers/promises';
import { CARD, checkout, checkProvider, inOneAct, OTHER_CARD, placeOrder, type Story, showOrder } from '../story.ts';

const PROCESSING_MS = 15_000;

export const pending: Story = {
  name: 'pending',
  about: 'the provider takes 15 s, a run asks for 10 s at the most; the customer comes back',
  run: inOneAct(async (scene) => {
    const { provider, checks, say } = scene;
    await placeOrder(scene);
    await provider.behave({ mode: 'slow', delaySeconds: PROCESSING_MS / 1000, times: 1 });
    const began = Date.now();
    const first = await checkout(scene, 'pending-1', CARD, 'the customer');
    checks.that(
      'the customer is told 202, with a Location',
      first.status === 202 && first.headers.get('location') === `/orders/${scene.orderId}`,
      first,
    );
    const open = await showOrder(scene);
    checks.that('the order is PaymentPending', open.status === 'PaymentPending', open);
    const other = await checkout(scene, 'pending-2', OTHER_CARD, 'another card');
    checks.that(
      'another card is refused with 409',
      other.status === 409 && other.body.type === 'urn:paid-once:other-payment-open',
      other,
    );
    const left = began + PROCESSING_MS - Date.now();
    if (left > 0) {
      say('the customer waits a moment');
      await sleep(left + 500);
    }
    const again = await checkout(scene, 'pending-1', CARD, 'the customer again');
    checks.that('the same card is told 200 Paid', again.status === 200 && again.body.status === 'Paid', again);
    await showOrder(scene);
    await checkProvider(scene, 1, 1);
  }),
};
