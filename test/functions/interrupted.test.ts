// What must hold when a function's own steps are interrupted: answers lost, secrets stale, time running out, tables down.

import { describe, expect, test } from 'vitest';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { closeSucceeded } from '#core/writes/close-succeeded.ts';
import { settleSucceeded } from '../../functions/settle/settle-succeeded.ts';
import { accepted, giveUp, LOST, sentInto } from './stories.ts';
import { settled, UNKNOWN, worlds } from './world.ts';

const world = worlds();

test('a claim whose lost answer is recognised when another attempt has paid sends nothing', async () => {
  const w = await accepted(world);
  const late = w.runOf();
  await giveUp(w);
  await w.checkout({ key: 'kB', card: 'tok_other' });
  const store: PaymentStore = {
    ...w.store,
    write: async (write) => {
      const answer = await w.store.write(write);
      if (write.name !== 'claim-send') return answer;
      const other = w.runOf().ref.attemptId;
      const success = { ref: late.ref, providerPaymentId: 'ch_late', evidence: { source: 'lookup' } } as const;
      const held = closeSucceeded({ ...success, now: w.clock.now(), token: 'late' }, { kind: 'otherSent', other });
      expect(await w.store.write(held)).toMatchObject({ written: true });
      return w.store.write(write);
    },
  };
  const before = await w.posts();
  expect(await w.chargeOnce('none', w.runOf(), { store })).toEqual(UNKNOWN);
  expect(await w.posts()).toEqual(before);
  const attempt = (await w.store.getAttempt(w.runOf().ref)) as Attempt;
  expect(attempt).toMatchObject({ held: true, sends: 1 });
  expect(attempt.doubtful).toBeUndefined();
});

test('a rotated secret costs no payment, though every process holds a copy of its own', async () => {
  const w = await accepted(world);
  await w.fake.control({ mode: 'error', status: 401, times: 1 });
  await w.chargeOnce();
  // The retry runs in another process, which has not seen the 401.
  w.secret.dropped = 0;
  expect(await w.chargeOnce('retry')).toEqual(settled('Succeeded'));
  expect(w.secret.dropped).toBe(1);
});

test('a send that the function’s end would cut off is not begun, and leaves no doubt', async () => {
  const w = await accepted(world);
  expect(await w.chargeOnce('none', w.runOf(), { remainingMs: () => 3_500 })).toMatchObject({ kind: 'retry' });
  expect(await w.posts()).toEqual([]);
  expect((await w.attempt()).doubtful).toBeUndefined();
  expect(await w.chargeOnce('retry')).toEqual(settled('Succeeded'));
});

describe('an attempt that every look fails on', () => {
  test('comes in front of a person an hour past its abandonment age', async () => {
    const w = await sentInto(world, LOST);
    const store: PaymentStore = {
      ...w.store,
      write: async (write) => {
        if (write.name === 'close-negatively' || write.name === 'count-reading') throw new Error('the table is down');
        return w.store.write(write);
      },
    };
    w.clock.pass(5_399);
    await expect(w.reconcileOnce(w.runOf().ref, { store })).rejects.toThrow('the table is down');
    expect(await w.review('undecided')).toBeNull();
    w.clock.pass(1);
    await expect(w.reconcileOnce(w.runOf().ref, { store })).rejects.toThrow('the table is down');
    expect(await w.review('undecided')).toMatchObject({ status: 'Open' });
  });
});

test('every charge but the one that paid is named in the review', async () => {
  const w = await accepted(world);
  const found = { ref: w.runOf().ref, evidence: { source: 'lookup' } } as const;
  await settleSucceeded(w.deps, { ...found, providerPaymentId: 'ch_1', more: ['ch_2', 'ch_3'] });
  expect(await w.attempt()).toMatchObject({ status: 'Succeeded', providerPaymentId: 'ch_1' });
  expect(await w.review('refund-due')).toMatchObject({ evidence: { providerPaymentId: 'ch_2', more: 'ch_3' } });
});

test('a key is answered 200 when the attempt that it led to two tries ago turns out charged', async () => {
  const w = await accepted(world);
  const first = w.runOf().ref;
  await giveUp(w);
  await w.checkout();
  await giveUp(w);
  await w.checkout({ card: 'tok_visa' });
  await w.fake.control({ mode: 'decline' });
  expect(await w.chargeOnce()).toEqual(settled('Declined'));
  await settleSucceeded(w.deps, { ref: first, providerPaymentId: 'ch_late', evidence: { source: 'lookup' } });
  const { status, body } = await w.checkout();
  expect([status, body.attemptId, body.providerPaymentId]).toEqual([200, first.attemptId, 'ch_late']);
});

test('a caller is sent back when the provider wants to be asked again, up to the cap', async () => {
  const w = await accepted(world, { maxSends: 1, retryAfterCapSeconds: 40 });
  await w.fake.control({ mode: 'error', status: 429, retryAfter: 3_600 });
  await w.chargeOnce();
  expect(await w.attempt()).toMatchObject({ status: 'Failed', evidence: { httpStatus: 429, retryAfterSeconds: 40 } });
});
