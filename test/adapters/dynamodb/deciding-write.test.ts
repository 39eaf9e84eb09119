// How a deciding write fares on a bad network, against the real engine behind a proxy that loses, breaks and invents answers.

import { describe, expect, onTestFinished, test } from 'vitest';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { PERSISTENCE, type Persistence, StoreUnavailable } from '#adapters/dynamodb/persist.ts';
import { attemptAddress, orderAddress } from '#core/records/address.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { closeNegatively } from '#core/writes/close-negatively.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import { resume } from '#core/writes/resume.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { stand, token } from '../../contract/stored.ts';
import {
  A,
  at,
  attempt,
  DEFAULTS,
  NOW,
  ORDER_ID,
  placed,
  refOf,
  sent,
  TENANT,
  waitingFor,
} from '../../core/examples.ts';
import { clientAt, database } from './engine.ts';
import { cancelled, type Fault, faultyProxy, refusal } from './faulty-proxy.ts';

const db = database();

/** An order that waits for attempt A, whose one send is doubtful; `slept`: what the retries waited, in ms. */
async function standing(persistence: Partial<Persistence> = {}) {
  const tables = await db.freshTables();
  const direct = createPaymentStore(db.client, tables);
  await stand(direct, [orderAddress(TENANT, ORDER_ID), waitingFor(A)], [attemptAddress(refOf(A)), sent(1, [1])]);
  const proxy = await faultyProxy(db.url);
  const client = clientAt(proxy.url);
  onTestFinished(() => client.destroy());
  const slept: number[] = [];
  const sleep = async (ms: number) => void slept.push(ms);
  const store = createPaymentStore(client, tables, { ...PERSISTENCE, random: () => 0.5, sleep, ...persistence });
  return { direct, proxy, slept, store };
}

/** One item: an update that carries its token in the item. */
const claim = () =>
  claimSend({ ref: refOf(A), resumes: 0, sends: 1, poll: false, now: at(1), token: token() }, DEFAULTS);
const CLAIMED = { sends: 2, doubtful: new Set([1, 2]) };

/** Two items: a transaction with a token of its own. */
const close = () =>
  closeNegatively(
    { ref: refOf(A), status: 'Declined', sends: 1, evidence: { source: 'reply' }, now: at(1), token: token() },
    'waitsForThis',
  );

const throttled = refusal('ProvisionedThroughputExceededException');
const broken = refusal('InternalServerError', {}, 500);

const ON_ANY: [string, Fault][] = [
  ['throttling', throttled],
  ['the account’s limit', refusal('RequestLimitExceeded')],
  ['throttling by the service', refusal('ThrottlingException')],
  ['a 500', broken],
  ['a 503', refusal('ServiceUnavailable', {}, 503)],
  ['a 500 in HTML from something on the way', { kind: 'answer', status: 500, body: '<html>Oops</html>' }],
  ['a reset before the table was reached', { kind: 'resetBefore' }],
  ['an answer that was lost', { kind: 'answerLost' }],
  ['an answer that broke off', { kind: 'answerCut' }],
  ['a 200 that is no answer', { kind: 'answer', status: 200, body: '<html>Welcome</html>' }],
];
const ON_ONE: [string, Fault][] = [...ON_ANY, ['a conflict', refusal('TransactionConflictException')]];
const ON_SEVERAL: [string, Fault][] = [
  ...ON_ANY,
  ['a conflict', cancelled('TransactionConflict', 'None')],
  ['a conflict and throttling', cancelled('ThrottlingError', 'TransactionConflict')],
  ['throttling of one item', cancelled('None', 'ThrottlingError')],
  ['one table’s throughput', cancelled('None', 'ProvisionedThroughputExceeded')],
  ['its own first sending, still under way', refusal('TransactionInProgressException')],
];

describe('after passing trouble the same bytes are sent again, and written once', () => {
  test.each(ON_ONE)('one item: %s', async (_trouble, fault) => {
    const { store, proxy, direct } = await standing();
    proxy.next(fault);
    expect(await store.write(claim())).toMatchObject({ written: true, after: CLAIMED });
    expect(await direct.getAttempt(refOf(A))).toMatchObject(CLAIMED);
    expect(proxy.seen.map(({ operation }) => operation)).toEqual(['UpdateItem', 'UpdateItem']);
    expect(proxy.seen[1]?.body).toBe(proxy.seen[0]?.body);
  });

  test.each(ON_SEVERAL)('several items: %s', async (_trouble, fault) => {
    const { store, proxy, direct } = await standing();
    const write = close();
    proxy.next(fault);
    expect(await store.write(write)).toEqual({ written: true, after: null });
    expect(await direct.getAttempt(refOf(A))).toMatchObject({ status: 'Declined' });
    expect(await direct.getOrder(TENANT, ORDER_ID)).toMatchObject({ status: 'Placed' });
    expect(proxy.seen.map(({ operation }) => operation)).toEqual(['TransactWriteItems', 'TransactWriteItems']);
    expect(proxy.seen[1]?.body).toBe(proxy.seen[0]?.body);
    expect(JSON.parse(proxy.seen[0]?.body ?? '{}')).toMatchObject({ ClientRequestToken: write.token });
  });

  test('whatever comes in a row', async () => {
    const { store, proxy, slept } = await standing();
    proxy.next(throttled, { kind: 'answerLost' }, broken, { kind: 'answerLost' });
    expect(await store.write(close())).toEqual({ written: true, after: null });
    expect(proxy.seen).toHaveLength(5);
    expect(slept).toHaveLength(4);
  });
});

describe('the tries are bounded', () => {
  test.each<[string, () => DecidingWrite, Fault, object]>([
    ['one item', claim, throttled, { name: 'ProvisionedThroughputExceededException' }],
    ['one item', claim, { kind: 'resetBefore' }, { code: 'ECONNRESET' }],
    ['several items', close, broken, { name: 'InternalServerError' }],
  ])('%s: five, with full jitter in between, then the table is unavailable', async (_, write, fault, cause) => {
    const { store, proxy, slept } = await standing();
    proxy.always(fault);
    await expect(store.write(write())).rejects.toMatchObject({ name: 'StoreUnavailable', cause });
    expect(proxy.seen).toHaveLength(5);
    // Half of 25 ms, doubled each time.
    expect(slept).toEqual([12.5, 25, 50, 100]);
  });

  test('a conflict that does not end keeps its reasons', async () => {
    const { store, proxy } = await standing({ tries: 2 });
    proxy.always(cancelled('TransactionConflict', 'None'));
    const error = await store.write(close()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error).toMatchObject({
      cause: { cause: { CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }] } },
    });
    expect(proxy.seen).toHaveLength(2);
  });

  test('where nothing listens, too', async () => {
    const { store, proxy, slept } = await standing();
    await proxy.close();
    await expect(store.write(claim())).rejects.toMatchObject({
      name: 'StoreUnavailable',
      cause: { code: 'ECONNREFUSED' },
    });
    expect(slept).toHaveLength(4);
  });

  test('no pause is longer than the cap', async () => {
    const { store, proxy, slept } = await standing({ tries: 8, random: () => 1 });
    proxy.always(throttled);
    await expect(store.write(claim())).rejects.toBeInstanceOf(StoreUnavailable);
    expect(slept).toEqual([25, 50, 100, 200, 400, 400, 400]);
  });
});

describe('a failed condition is an answer', () => {
  test('also among conflicts: nothing is sent again', async () => {
    const { store, proxy } = await standing();
    const current = { status: { S: 'Declined' }, sends: { N: '1' } };
    const CancellationReasons = [{ Code: 'ConditionalCheckFailed', Item: current }, { Code: 'TransactionConflict' }];
    proxy.next(refusal('TransactionCanceledException', { CancellationReasons }));
    expect(await store.write(close())).toEqual({
      written: false,
      failed: [{ index: 0, current: { status: 'Declined', sends: 1 } }],
    });
    expect(proxy.seen).toHaveLength(1);
  });

  test('after trouble too: somebody else’s write is no write of ours', async () => {
    const { store, proxy, direct } = await standing();
    proxy.next(throttled);
    await direct.write(claim());
    expect(await store.write(claim())).toMatchObject({ written: false, failed: [{ index: 0, current: CLAIMED }] });
    expect(proxy.seen).toHaveLength(2);
  });

  test('our own lost write that another has written over since is refused, and not written twice', async () => {
    const { store, proxy, direct } = await standing();
    const takeOver = async () => void (await direct.write(resume(refOf(A), at(60), token())));
    proxy.next({ kind: 'answerLost', meanwhile: takeOver });
    expect(await store.write(claim())).toMatchObject({
      written: false,
      failed: [{ index: 0, current: { ...CLAIMED, resumes: 1 } }],
    });
    expect(await direct.getAttempt(refOf(A))).toMatchObject({ ...CLAIMED, resumes: 1 });
  });
});

describe('everything else is thrown at once', () => {
  test.each<[string, () => DecidingWrite, Fault, string]>([
    ['a request that is not valid', claim, refusal('ValidationException'), 'ValidationException'],
    ['a permission that is missing', claim, refusal('AccessDeniedException'), 'AccessDeniedException'],
    ['a table that is missing', close, refusal('ResourceNotFoundException'), 'ResourceNotFoundException'],
    ['an item that is not valid', close, cancelled('ValidationError', 'None'), 'TransactionCanceledException'],
    [
      'an item that is too large',
      close,
      cancelled('None', 'ItemCollectionSizeLimitExceeded'),
      'TransactionCanceledException',
    ],
    [
      'a token of another request',
      close,
      refusal('IdempotentParameterMismatchException'),
      'IdempotentParameterMismatchException',
    ],
  ])('%s', async (_trouble, write, fault, name) => {
    const { store, proxy, slept } = await standing();
    proxy.next(fault);
    await expect(store.write(write())).rejects.toMatchObject({ name });
    expect(proxy.seen).toHaveLength(1);
    expect(slept).toEqual([]);
  });
});

test('a review is raised once, however often its answer is lost', async () => {
  const { store, proxy } = await standing();
  proxy.next({ kind: 'answerLost' }, { kind: 'answerLost' });
  const review = { ...refOf(A), kind: 'undecided', status: 'Open', reference: attempt().reference } as const;
  const raised = raiseReview({ ...review, evidence: { sends: 1 }, raisedAt: NOW }, token());
  expect(await store.write(raised)).toMatchObject({ written: true, after: { evidence: { sends: 1 } } });
  expect(proxy.seen).toHaveLength(3);
});

test('a new order whose answer was lost was created by us', async () => {
  const { proxy, direct, store } = await standing();
  await stand(direct, [orderAddress(TENANT, ORDER_ID), placed()]);
  const write: DecidingWrite = {
    name: 'put',
    token: token(),
    items: [
      {
        verb: 'put',
        at: attemptAddress(refOf(A)),
        item: attempt(),
        require: [{ is: 'equal', attribute: 'sends', value: 1 }],
      },
    ],
  };
  proxy.next({ kind: 'answerLost' });
  expect(await store.write(write)).toMatchObject({ written: true });
  expect(proxy.seen.map(({ operation }) => operation)).toEqual(['PutItem', 'PutItem']);
});
