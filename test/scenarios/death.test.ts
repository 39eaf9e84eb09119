// The stack is killed in the middle of a charge and started again on the same tables: one charge, and the right end.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { startEngine } from '#local/dynamodb/engine.ts';
import { startProvider } from '#local/provider/server.ts';
import { apiClient } from '../harness/api-client.ts';
import { assembled } from '../harness/assembly.ts';
import { providerClient } from '../harness/provider-client.ts';
import { type Lane, type ProviderSwitch, startProviderSwitch } from '../harness/provider-switch.ts';
import { FAST } from '../harness/settings.ts';
import { type StackProcess, startStackProcess } from '../harness/stack-process.ts';
import { startTablesProxy, type TablesProxy } from '../harness/tables-proxy.ts';
import { until } from '../harness/until.ts';
import { writesOf } from '../harness/writes.ts';

let front: ProviderSwitch;
let folder: string;
beforeAll(async () => {
  front = await startProviderSwitch();
  folder = await mkdtemp(join(tmpdir(), 'paid-once-death-'));
  await assembled(FAST);
});
afterAll(async () => {
  await front.close();
  await rm(folder, { recursive: true, force: true });
});

/** Where both payments stand when the stack dies. Whoever comes there calls `arrive`, and goes no further. */
interface Death {
  readonly moment: string;
  readonly arm: (order: { id: string; lane: Lane; proxy: TablesProxy }, arrive: () => void) => void;
  /** The engine dies with the stack; else it is behind a proxy, and is ended after it. */
  readonly engineToo: boolean;
  /** How the payment ends that nobody comes back for. */
  readonly left: { order: string; attempt: string; charges: number };
}

const forever = () => new Promise<never>(() => {});

const DEATHS: readonly Death[] = [
  {
    moment: 'right after the accept',
    engineToo: false,
    arm: ({ id, proxy }, arrive) =>
      void proxy.next(writesOf(id).accept, async ({ forward }) => {
        await forward();
        arrive();
      }),
    left: { order: 'Placed', attempt: 'Failed', charges: 0 },
  },
  {
    moment: 'after the claim, before the send',
    engineToo: true,
    arm: ({ lane }, arrive) => {
      lane.beforeCharge = () => {
        arrive();
        return forever();
      };
    },
    left: { order: 'Placed', attempt: 'Abandoned', charges: 0 },
  },
  {
    moment: 'after the provider charged, before its reply',
    engineToo: true,
    arm: ({ lane }, arrive) => {
      lane.beforeReply = () => {
        arrive();
        return forever();
      };
    },
    left: { order: 'Paid', attempt: 'Succeeded', charges: 1 },
  },
  {
    moment: 'before the close commits',
    engineToo: false,
    arm: ({ id, proxy }, arrive) => void proxy.next(writesOf(id).closeSucceeded, arrive),
    left: { order: 'Paid', attempt: 'Succeeded', charges: 1 },
  },
];

async function order(stack: StackProcess) {
  const id = `order-${randomUUID().slice(0, 8)}`;
  const provider = await startProvider();
  const lane: Lane = { target: provider.url };
  front.lanes.set(id, lane);
  await apiClient(stack.api).createOrder({ orderId: id, amount: '548.90', currency: 'TRY' });
  return { id, lane, ...providerClient(provider.url), close: provider.close };
}

test.concurrent.for(DEATHS)('killed $moment', async ({ moment, arm, engineToo, left }, { expect }) => {
  const db = join(folder, `${moment.replaceAll(/\W/g, '-')}.db`);
  const start = { settings: FAST, providerUrl: front.url };
  const engine = engineToo ? undefined : await startEngine({ db, log: () => {} });
  const proxy = await startTablesProxy(engine?.url ?? 'http://127.0.0.1:9');
  const first = await startStackProcess(engine ? { ...start, dynamodbEndpoint: proxy.url } : { ...start, db });
  const [returning, forgotten] = [await order(first), await order(first)];

  let arrived = 0;
  for (const { id, lane } of [returning, forgotten]) {
    arm({ id, lane, proxy }, () => {
      arrived += 1;
    });
    // Its answer is lost with the stack.
    apiClient(first.api)
      .checkout(id, { key: id, prefer: 'respond-async' })
      .catch(() => {});
  }
  await until('both payments stand at that moment', () => arrived === 2);
  const dead = await first.kill();
  expect(dead.survivors).toEqual([]);
  if (engineToo) expect(dead.children).toBeGreaterThan(0);
  await proxy.close();
  await engine?.close();
  for (const { lane } of [returning, forgotten])
    Object.assign(lane, { beforeCharge: undefined, beforeReply: undefined });

  const second = await startStackProcess({ ...start, db });
  const api = apiClient(second.api);
  const told: number[] = [];
  const paid = await until('the customer who comes back is paid', async () => {
    const answer = await api.checkout(returning.id, { key: returning.id, prefer: 'wait=2' });
    told.push(answer.status);
    return answer.status === 200 && answer;
  });
  expect(told.filter((status) => status !== 200 && status !== 202)).toEqual([]);
  const { attempts, status } = await api.order(returning.id);
  expect([status, attempts.length, attempts[0]?.attemptId]).toEqual(['Paid', 1, paid.body.attemptId]);
  expect(await returning.charges()).toHaveLength(1);
  const sends = (await returning.requests()).filter(({ method }) => method === 'POST');
  expect(new Set(sends.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(new Set(sends.map(({ bodySha256 }) => bodySha256)).size).toBe(1);

  const seen = new Set<string>();
  const end = await until('the schedule ends the other one', async () => {
    await api.sweep();
    const now = await api.order(forgotten.id);
    for (const attempt of now.attempts) seen.add(attempt.status);
    return now.status !== 'PaymentPending' && now;
  });
  expect(end).toMatchObject({ status: left.order, attempts: [{ status: left.attempt }] });
  seen.delete('Open');
  expect([...seen], 'nothing else was ever said of it').toEqual([left.attempt]);
  expect(await forgotten.charges()).toHaveLength(left.charges);

  expect((await second.kill()).survivors).toEqual([]);
  await Promise.all([returning.close(), forgotten.close()]);
});
