// What a lookup settles, and what it never does: at the default settings, with the clock in hand.

import { describe, expect, test } from 'vitest';
import { attemptAddress } from '#core/records/address.ts';
import { plusSeconds, toSeconds } from '#core/time/instant.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { token } from '../contract/stored.ts';
import { accepted, CHARGED_UNSEEN, giveUp, LOST, sentInto } from './stories.ts';
import { settled, UNKNOWN, worlds } from './world.ts';

const world = worlds();

describe('an attempt that the provider does not know', () => {
  test('is abandoned after 1,800 s by two readings that are 60 s apart, not a second before', async () => {
    const w = await sentInto(world, LOST);
    const readings = async (seconds: number) => {
      w.at(seconds);
      expect(await w.reconcileOnce()).toEqual(UNKNOWN);
      return (await w.attempt()).notFoundReadings;
    };
    expect(await readings(60)).toBe(0);
    expect(await readings(1_799)).toBe(0);
    expect(await readings(1_800)).toBe(1);
    expect(await readings(1_859)).toBe(1);
    w.at(1_860);
    expect(await w.reconcileOnce()).toEqual(settled('Abandoned'));
    expect(await w.order()).toMatchObject({ status: 'Placed' });
    expect((await w.order())?.openAttemptId).toBeUndefined();
    expect(await w.attempt()).toMatchObject({ status: 'Abandoned', evidence: { source: 'lookup' } });
    expect((await w.attempt()).sealKey).toBeUndefined();
  });

  test('is looked at again as soon as a second reading may count', async () => {
    const w = await sentInto(world, LOST);
    w.at(1_800);
    await w.reconcileOnce();
    expect(await w.attempt()).toMatchObject({ nextCheckAt: toSeconds(plusSeconds(w.clock.start, 1_860)), checks: 0 });
  });

  test('begins its age anew with another send', async () => {
    const w = await sentInto(world, LOST);
    w.at(1_800);
    await w.reconcileOnce();
    await w.checkout();
    await w.chargeOnce();
    expect(await w.attempt()).toMatchObject({ notFoundReadings: 0, sends: 2 });
    w.at(3_599);
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    expect(await w.attempt()).toMatchObject({ notFoundReadings: 0 });
    w.at(3_600);
    await w.reconcileOnce();
    w.at(3_660);
    expect(await w.reconcileOnce()).toEqual(settled('Abandoned'));
  });

  test.each([
    ['the first reading', 1_800],
    ['the second reading', 1_860],
  ])('is not given up by %s, if a send was claimed while the provider was asked', async (_which, seconds) => {
    const w = await sentInto(world, LOST);
    w.at(1_800);
    if (seconds > 1_800) await w.reconcileOnce();
    w.at(seconds);
    await w.checkout();
    const provider = {
      ...w.provider,
      lookup: async (reference: string) => {
        const found = await w.provider.lookup(reference);
        const claim = { ref: w.runOf().ref, resumes: 1, sends: 1, poll: false, now: w.clock.now(), token: token() };
        expect(await w.store.write(claimSend(claim, w.settings))).toMatchObject({ written: true });
        return found;
      },
    };
    expect(await w.reconcileOnce(w.runOf().ref, { provider })).toEqual(UNKNOWN);
    expect(await w.attempt()).toMatchObject({ status: 'Open', sends: 2, notFoundReadings: 0 });
  });
});

describe('an attempt that the provider knows', () => {
  test('is settled by what it lists, however little time has passed', async () => {
    const w = await sentInto(world, { mode: 'charged-error', status: 500 });
    expect(await w.reconcileOnce()).toEqual(settled('Succeeded'));
    expect(await w.attempt()).toMatchObject({
      providerPaymentId: 'ch_000001',
      evidence: { source: 'lookup' },
      late: false,
    });
    expect(await w.order()).toMatchObject({ status: 'Paid' });
  });

  test('is charged late when it was given up before: order paid, marked late', async () => {
    const w = await accepted(world);
    await giveUp(w, CHARGED_UNSEEN);
    await w.fake.control({ mode: 'normal' });
    w.clock.pass(3_600);
    expect(await w.reconcileOnce()).toEqual(settled('Succeeded'));
    expect(await w.attempt()).toMatchObject({ status: 'Succeeded', late: true });
    expect((await w.attempt()).nextCheckAt).toBeUndefined();
    expect(await w.order()).toMatchObject({ status: 'Paid', paidAttemptId: w.runOf().ref.attemptId });
  });

  test('as pending stays unknown', async () => {
    const w = await sentInto(world, { mode: 'late', status: 504, delaySeconds: 600, lookup: { pending: true } });
    w.at(4_000);
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    expect(await w.attempt()).toMatchObject({ status: 'Open', notFoundReadings: 0 });
  });

  test('as declined is closed by it, if that can be no other send’s', async () => {
    const w = await sentInto(world, { mode: 'charged-error', status: 500 }, {}, 'tok_declined');
    expect(await w.reconcileOnce()).toEqual(settled('Declined'));
    expect(await w.attempt()).toMatchObject({ declineReason: 'insufficient_funds' });
    expect(await w.order()).toMatchObject({ status: 'Placed' });
  });

  test('as declined counts as not found, if another send is in doubt', async () => {
    const w = await sentInto(world, { mode: 'reset', times: 1 }, {}, 'tok_declined');
    await w.fake.control({ mode: 'charged-error', status: 500 });
    await w.chargeOnce('retry');
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    w.at(1_800);
    await w.reconcileOnce();
    expect(await w.attempt()).toMatchObject({ status: 'Open', notFoundReadings: 1 });
  });

  test('under another amount stays open, and a person is told', async () => {
    const w = await sentInto(world, LOST);
    const { reference } = await w.attempt();
    await w.fake.control({ mode: 'normal' });
    await w.fake.charge('"somebody-else"', {
      amount: 1,
      currency: 'TRY',
      source: 'tok_visa',
      description: 'x',
      merchant_reference: reference,
    });
    w.at(4_000);
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    expect(await w.attempt()).toMatchObject({ status: 'Open', notFoundReadings: 0 });
    expect(await w.review('contradiction')).toMatchObject({ status: 'Open', evidence: { listed: 1 } });
  });

  test('twice is paid once, and the second charge is due back', async () => {
    const w = await sentInto(world, { mode: 'charged-error', status: 500 });
    const { reference } = await w.attempt();
    await w.fake.control({ mode: 'normal' });
    await w.fake.charge('"again"', {
      amount: 54_890,
      currency: 'TRY',
      source: 'tok_visa',
      description: 'x',
      merchant_reference: reference,
    });
    expect(await w.reconcileOnce()).toEqual(settled('Succeeded'));
    const { attemptId } = w.runOf().ref;
    const [kept, due] = ['ch_000001', 'ch_000002'];
    const attempt = await w.attempt();
    const review = (await w.review('refund-due')) as { evidence: { providerPaymentId: string; paidBy: string } };
    expect([attempt.providerPaymentId, review.evidence.providerPaymentId].sort()).toEqual([kept, due]);
    expect(review.evidence.paidBy).toBe(attemptId);
  });
});

describe('a lookup that fails is never a verdict', () => {
  test('the attempt stays open, however old; an hour past its age a person is told, once', async () => {
    const w = await sentInto(world, { ...LOST, lookup: { status: 500 } });
    w.at(1_800 + 3_599);
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    expect(await w.review('undecided')).toBeNull();
    w.at(1_800 + 3_600);
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    const first = await w.review('undecided');
    expect(first).toMatchObject({ status: 'Open', kind: 'undecided', reference: (await w.attempt()).reference });
    w.clock.pass(86_400);
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    expect(await w.review('undecided')).toEqual(first);
    expect(await w.attempt()).toMatchObject({ status: 'Open', notFoundReadings: 0 });
  });

  test('when it works at last there is nothing left to decide', async () => {
    const w = await sentInto(world, { mode: 'charged-error', status: 500, lookup: { status: 500 } });
    w.at(10_000);
    await w.fake.control({ mode: 'normal' });
    expect(await w.reconcileOnce()).toEqual(settled('Succeeded'));
    expect(await w.review('undecided')).toBeNull();
  });

  test('nor is it one of two readings', async () => {
    const w = await sentInto(world, LOST);
    w.at(1_800);
    await w.reconcileOnce();
    await w.fake.control({ ...LOST, lookup: { status: 503 } });
    w.at(1_860);
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    await w.fake.control(LOST);
    w.at(1_900);
    expect(await w.reconcileOnce()).toEqual(settled('Abandoned'));
  });
});

describe('an attempt of which nothing is in doubt', () => {
  test('is closed Failed without a lookup, as soon as no run may send any more', async () => {
    const w = await sentInto(world, { mode: 'error', status: 503 });
    w.at(60);
    expect(await w.reconcileOnce()).toEqual(settled('Failed'));
    expect(await w.lookups()).toBe(0);
    expect(await w.order()).toMatchObject({ status: 'Placed' });
  });

  test('is left alone while its run may still send', async () => {
    const w = await sentInto(world, { mode: 'error', status: 503 });
    w.at(59);
    expect(await w.reconcileOnce()).toEqual(UNKNOWN);
    expect(await w.attempt()).toMatchObject({ status: 'Open', notFoundReadings: 0 });
  });

  test('because its run was never started is closed Failed', async () => {
    const w = await accepted(world);
    w.at(120);
    expect(await w.reconcileOnce()).toEqual(settled('Failed'));
    expect(await w.fake.requests()).toEqual([]);
  });
});

test.each(['Succeeded', 'Declined'])('an attempt that is %s is not asked about', async (status) => {
  const w = await sentInto(world, { mode: 'normal' }, {}, status === 'Declined' ? 'tok_declined' : 'tok_visa');
  expect(await w.reconcileOnce()).toEqual(settled(status));
  expect(await w.lookups()).toBe(0);
});

test('an attempt that is not in the table is a bug that the state machine sees', async () => {
  const w = await accepted(world);
  const ref = { ...w.runOf().ref, attemptId: '019b8e0f4c0070008000000000000aaa' as never };
  expect(attemptAddress(ref)).not.toEqual(attemptAddress(w.runOf().ref));
  await expect(w.reconcileOnce(ref)).rejects.toMatchObject({ name: 'Contention' });
});
