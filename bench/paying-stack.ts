// The stack on one machine as many callers meet it: orders are placed beforehand, then paid and timed.

import { inParallel } from '../local/demo/crowd.ts';
import { startStack } from '../local/stack.ts';
import type { TracedState } from '../local/stepfunctions/trace.ts';
import { apiClient } from '../test/harness/api-client.ts';
import { UNHINDERED } from '../test/harness/settings.ts';
import { until } from '../test/harness/until.ts';

/** On a machine that is busy otherwise nothing may time out: a send that is repeated would be another payment's time. */
const SETTINGS = { stage: 'dev', attemptTimeoutSeconds: 20, syncWaitSeconds: 28, ...UNHINDERED };

/** A payment at one caller, cut into what it waits for. Milliseconds. */
export interface Parts {
  readonly untilRun: number;
  readonly run: number;
  readonly untilAnswer: number;
}

export type PayingStack = Awaited<ReturnType<typeof startPayingStack>>;

/** @param dynamodbEndpoint none: an engine of its own */
export async function startPayingStack(dynamodbEndpoint?: string) {
  const stack = await startStack({ settings: SETTINGS, dynamodbEndpoint });
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
      const { enteredAt, exitedAt } = await until('the charge has ended', async () => {
        const [charged] = (await api.execution(`${attemptId}-0`)).states as readonly Partial<TracedState>[];
        return charged?.enteredAt !== undefined && charged.exitedAt !== undefined && (charged as Required<TracedState>);
      });
      // The checkout may see the close, and answer, before the function that wrote it has returned.
      const [entered, exited] = [Date.parse(enteredAt), Math.min(end, Date.parse(exitedAt))];
      return { untilRun: entered - begin, run: exited - entered, untilAnswer: end - exited };
    },
    close: stack.close,
  };
}
