// The stack on one machine as many callers meet it: orders are placed beforehand, then paid and timed.

import { inParallel } from '../local/demo/crowd.ts';
import { startStack } from '../local/stack.ts';
import { apiClient } from '../test/harness/api-client.ts';

/** A payment at one caller, cut into what it waits for. Milliseconds. */
export interface Parts {
  readonly untilRun: number;
  readonly run: number;
  readonly untilAnswer: number;
}

export type PayingStack = Awaited<ReturnType<typeof startPayingStack>>;

/** @param dynamodbEndpoint none: an engine of its own */
export async function startPayingStack(dynamodbEndpoint?: string) {
  const stack = await startStack({ settings: { stage: 'dev' }, dynamodbEndpoint });
  const api = apiClient(stack.api);
  let orders = 0;

  async function pay(orderId: string): Promise<string> {
    const { status, text, body } = await api.checkout(orderId, { key: `pay-${orderId}` });
    if (status !== 200) throw new Error(`the payment of ${orderId} was answered ${status}: ${text}`);
    return String(body.attemptId);
  }

  return {
    pay,
    async placed(count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => `bench-${orders++}`);
      await inParallel(8, ids, async (orderId) => {
        const { status } = await api.createOrder({ orderId, amount: '548.90', currency: 'TRY' });
        if (status !== 201) throw new Error(`the order ${orderId} was answered ${status}`);
      });
      return ids;
    },
    async payInParts(orderId: string): Promise<Parts> {
      const begin = Date.now();
      const attemptId = await pay(orderId);
      const end = Date.now();
      const { states } = await api.execution(`${attemptId}-0`);
      const charged = states[0] as unknown as { enteredAt: string; exitedAt: string };
      const [entered, exited] = [Date.parse(charged.enteredAt), Date.parse(charged.exitedAt)];
      return { untilRun: entered - begin, run: exited - entered, untilAnswer: end - exited };
    },
    close: stack.close,
  };
}
