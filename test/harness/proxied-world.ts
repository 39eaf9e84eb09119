// A world whose tables are reached through a proxy that tests can step into.

import { startEngine } from '#local/dynamodb/engine.ts';
import { startTablesProxy } from './tables-proxy.ts';
import { startWorld, type WorldOptions } from './world.ts';

export type ProxiedWorld = Awaited<ReturnType<typeof startProxiedWorld>>;

export async function startProxiedWorld(options: Omit<WorldOptions, 'dynamodbEndpoint'> = {}) {
  const engine = await startEngine({ log: () => {} });
  const proxy = await startTablesProxy(engine.url);
  const world = await startWorld({ ...options, dynamodbEndpoint: proxy.url, tablesEndpoint: engine.url });
  return {
    ...world,
    proxy,
    async close() {
      await world.close();
      await proxy.close();
      await engine.close();
    },
  };
}
