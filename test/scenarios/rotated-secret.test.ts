// The provider's secret is rotated while customers pay: the old one is refused from one moment to the next.

import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL_SECRET } from '#local/secretsmanager/operations.ts';
import { startGuardedProvider, type Visit } from '../harness/guarded-provider.ts';
import { FAST, UNHINDERED } from '../harness/settings.ts';
import { until } from '../harness/until.ts';
import { startWorld, type World } from '../harness/world.ts';

// With one send a run, every 401 meets the last one.
const SETTINGS = { ...FAST, ...UNHINDERED, maxSends: 1 };

let provider: Awaited<ReturnType<typeof startGuardedProvider>>;
let world: World;
let secrets: SecretsManagerClient;
beforeAll(async () => {
  provider = await startGuardedProvider(LOCAL_SECRET);
  world = await startWorld({ settings: SETTINGS, providerUrl: provider.url });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  secrets = new SecretsManagerClient({ endpoint: world.stack.aws, region: 'us-east-1', credentials });
});
afterAll(async () => {
  secrets.destroy();
  await world.close();
  await provider.close();
});

const store = (secret: string) =>
  secrets.send(new PutSecretValueCommand({ SecretId: 'Provider', SecretString: secret }));

async function pay(orderId: string): Promise<number> {
  await world.api.createOrder({ orderId, amount: '5.00', currency: 'EUR' });
  return (await world.api.checkout(orderId)).status;
}

/** What came to the provider's door, by payment. */
const visitsByKey = (): readonly (readonly Visit[])[] =>
  [...Map.groupBy(provider.visits, ({ key }) => key).values()].map((visits) => visits);

const reviews = async () => (await world.tables.scan()).filter(({ pk }) => String(pk).startsWith('REVIEW#'));

const CUSTOMERS = 8;
const ORDERS = Array.from({ length: 40 }, (_, i) => `load-${i}`);

test('a secret that is rotated under load costs no payment: each order is paid once, nobody is told a failure', async () => {
  const waiting = [...ORDERS];
  const told: number[] = [];
  const customers = Array.from({ length: CUSTOMERS }, async () => {
    for (let orderId = waiting.shift(); orderId !== undefined; orderId = waiting.shift()) told.push(await pay(orderId));
  });
  await until('some are paid', () => provider.visits.length >= ORDERS.length / 4, { everyMs: 10 });
  await store('rotated');
  provider.accept('rotated');
  await Promise.all(customers);

  expect(told).toEqual(ORDERS.map(() => 200));
  const refused = { secret: LOCAL_SECRET, letIn: false };
  const paidBy = (secret: string) => ({ secret, letIn: true });
  const ways = visitsByKey().map((visits) => visits.map(({ secret, letIn }) => ({ secret, letIn })));
  expect(ways).toHaveLength(ORDERS.length);
  const mended = ways.filter((way) => way.length > 1);
  expect(mended.length).toBeGreaterThan(0);
  for (const way of mended) expect(way).toEqual([refused, paidBy('rotated')]);
  for (const way of ways.filter(({ length }) => length === 1)) expect(way[0]?.letIn).toBe(true);

  const charged = (await provider.charges()).map(({ merchant_reference }) => merchant_reference.split('-load-')[1]);
  expect(charged.map((rest) => `load-${rest?.split('-')[0]}`).sort()).toEqual([...ORDERS].sort());
  expect(await reviews()).toEqual([]);
});

test('a provider that takes the new secret a moment later than it refuses the old one costs no payment either', async () => {
  const before = provider.visits.length;
  await store('newest');
  provider.accept(null);
  const told = pay('moment');
  await until('it is refused', () => provider.visits.length > before, { everyMs: 10 });
  provider.accept('newest');
  expect(await told).toBe(200);
  expect(provider.visits.slice(before).map(({ letIn }) => letIn)).toEqual([false, true]);
  expect(await reviews()).toEqual([]);
});
