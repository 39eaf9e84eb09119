// How reads fare on a bad network, and how long the functions' own client waits for a table that says nothing.

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDynamoDBClient } from '#adapters/dynamodb/client.ts';
import { createDueIndex } from '#adapters/dynamodb/due-index.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { PERSISTENCE } from '#adapters/dynamodb/persist.ts';
import { attemptAddress, orderAddress } from '#core/records/address.ts';
import { toSeconds } from '#core/time/instant.ts';
import { stand } from '../../contract/stored.ts';
import { A, at, attempt, ORDER_ID, placed, refOf, TENANT } from '../../core/examples.ts';
import { clientAt, database } from './engine.ts';
import { type Fault, faultyProxy, refusal } from './faulty-proxy.ts';

const db = database();

async function readers() {
  const tables = await db.freshTables();
  const direct = createPaymentStore(db.client, tables);
  await stand(direct, [orderAddress(TENANT, ORDER_ID), placed()], [attemptAddress(refOf(A)), attempt()]);
  const proxy = await faultyProxy(db.url);
  const client = clientAt(proxy.url);
  onTestFinished(() => client.destroy());
  const persistence = { ...PERSISTENCE, sleep: async () => {} };
  return {
    proxy,
    store: createPaymentStore(client, tables, persistence),
    due: createDueIndex(client, tables, persistence),
  };
}

type Readers = Awaited<ReturnType<typeof readers>>;
const READS: [string, (from: Readers) => Promise<unknown>][] = [
  ['an attempt', ({ store }) => store.getAttempt(refOf(A))],
  ['an order', ({ store }) => store.getOrder(TENANT, ORDER_ID)],
  ['an order with its attempts', ({ store }) => store.getOrderWithAttempts(TENANT, ORDER_ID)],
  ['what is due', ({ due }) => due.due('3', toSeconds(at(999)))],
];

describe.each(READS)('%s', (_name, read) => {
  test.each<[string, Fault]>([
    ['throttling', refusal('ProvisionedThroughputExceededException')],
    ['a 500', refusal('InternalServerError', {}, 500)],
    ['a reset', { kind: 'resetBefore' }],
    ['an answer that broke off', { kind: 'answerCut' }],
  ])('is read again after %s', async (_trouble, fault) => {
    const from = await readers();
    const expected = await read(from);
    from.proxy.seen.length = 0;
    from.proxy.next(fault);
    expect(await read(from)).toEqual(expected);
    expect(from.proxy.seen).toHaveLength(2);
  });

  test('is given up after five tries', async () => {
    const from = await readers();
    from.proxy.always(refusal('ThrottlingException'));
    await expect(read(from)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { name: 'ThrottlingException' },
    });
    expect(from.proxy.seen).toHaveLength(5);
  });

  test('a refusal is thrown at once', async () => {
    const from = await readers();
    from.proxy.always(refusal('AccessDeniedException'));
    await expect(read(from)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(from.proxy.seen).toHaveLength(1);
  });
});

test('every read of the tables is strongly consistent', async () => {
  const from = await readers();
  for (const [, read] of READS.slice(0, 3)) await read(from);
  expect(from.proxy.seen.map(({ body }) => JSON.parse(body).ConsistentRead)).toEqual([true, true, true]);
});

test('a table that says nothing is given up after two seconds a try, and tried by nobody but us', async () => {
  const proxy = await faultyProxy(db.url);
  proxy.always({ kind: 'hang' });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const store = createPaymentStore(createDynamoDBClient(), { payments: 'Payments' }, { ...PERSISTENCE, tries: 1 });
  const read = store.getAttempt(refOf(A)).catch((error: unknown) => error);
  while (proxy.seen.length === 0) await new Promise(setImmediate);
  vi.advanceTimersByTime(2_000);
  expect(await read).toMatchObject({ name: 'StoreUnavailable', cause: { name: 'TimeoutError' } });
  expect(proxy.seen).toHaveLength(1);
});
