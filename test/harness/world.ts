// The stack in this process, with a provider for each order; all of it ends with its test file.

import { tenantIdOf } from '#core/ids/tenant-id.ts';
import type { JsonObject } from '#local/json.ts';
import { startProvider } from '#local/provider/server.ts';
import { startStack } from '#local/stack.ts';
import { apiClient } from './api-client.ts';
import { assembled } from './assembly.ts';
import { providerClient } from './provider-client.ts';
import { startProviderSwitch } from './provider-switch.ts';
import { type Script, startScriptedProvider } from './scripted-provider.ts';
import { FAST } from './settings.ts';
import { type Story, story } from './story.ts';
import { tablesReader } from './tables.ts';
import { until } from './until.ts';

export interface WorldOptions {
  readonly settings?: JsonObject;
  /** File to keep the tables in. */
  readonly db?: string;
  /** A DynamoDB engine, or a proxy before one; none: the stack starts one of its own. */
  readonly dynamodbEndpoint?: string;
  /** Where the tests read the tables, past a proxy. */
  readonly tablesEndpoint?: string;
  /** Instead of a provider for each order. */
  readonly providerUrl?: string;
  /**
   * How many instances of each function are there before the first story. Cold ones take seconds when many begin at once,
   * and a run has seven.
   */
  readonly warm?: number;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

export async function startWorld(options: WorldOptions = {}) {
  const { settings = FAST, db, dynamodbEndpoint, tablesEndpoint, providerUrl, warm = 0 } = options;
  const log: string[] = [];
  const front = await startProviderSwitch();
  await assembled(settings);
  const stack = await startStack({
    settings,
    providerUrl: providerUrl ?? front.url,
    dynamodbEndpoint,
    ...(db === undefined ? {} : { db }),
    log: (line) => log.push(line),
  });
  const tables = tablesReader(tablesEndpoint ?? stack.dynamodb);
  const providers: { close(): Promise<void> }[] = [];
  let stories = 0;

  /** An order that nobody has created yet, with a fake provider of its own. */
  async function opening(principal = 'local', script?: Script): Promise<Story> {
    stories += 1;
    const orderId = `order-${stories}`;
    const provider = script ? await startScriptedProvider(script) : await startProvider();
    providers.push(provider);
    const lane = { target: provider.url };
    front.lanes.set(orderId, lane);
    const client = 'requests' in provider ? { ...provider, control: uncontrolled } : providerClient(provider.url);
    return story({
      orderId,
      tenantId: tenantIdOf(`${ACCOUNT_ID}:${principal}`),
      api: apiClient(stack.api, principal),
      provider: client,
      lane,
      tables,
    });
  }

  /** An order of 548.90 TRY that has just been placed. */
  async function placed({ principal, script }: { principal?: string; script?: Script } = {}): Promise<Story> {
    const opened = await opening(principal, script);
    const created = await apiClient(stack.api, principal).createOrder({
      orderId: opened.orderId,
      amount: '548.90',
      currency: 'TRY',
    });
    if (created.status !== 201) throw new Error(`no order was created: ${created.status} ${created.text}`);
    return opened;
  }

  async function warmUp(): Promise<void> {
    const { orderId, checkout, order } = await placed({ principal: 'warm-up' });
    await checkout();
    await until(`the payment of ${orderId} is over`, async () => (await order()).status !== 'PaymentPending');
  }
  await Promise.all(Array.from({ length: warm }, warmUp));

  return {
    stack,
    tables,
    front,
    log: log as readonly string[],
    api: apiClient(stack.api),
    as: (principal: string) => apiClient(stack.api, principal),
    opening,
    placed,
    async close() {
      await stack.close();
      tables.close();
      await front.close();
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}

/** Of every caller of the local stack. */
const ACCOUNT_ID = '123456789012';

const uncontrolled = async (): Promise<never> => {
  throw new Error('a scripted provider has no modes');
};
