// What a success, or an end without one, does to the order: in time, late, beside another attempt, twice.

import { describe, expect, test } from 'vitest';
import type { AttemptRef } from '#core/ids/reference.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import { attemptAddress } from '#core/records/address.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { settleNegatively } from '#functions/settle/settle-negatively.ts';
import { settleSucceeded } from '#functions/settle/settle-succeeded.ts';
import { stand, token } from '../contract/stored.ts';
import { accepted, CHARGED_UNSEEN, giveUp, LOST, sentInto } from './stories.ts';
import { problem, SUPERSEDED, settled, UNKNOWN, type World, worlds } from './world.ts';

const world = worlds();
const LAGGING = { lookup: { lagSeconds: 86_400 } };

/** Attempt A was charged, nobody could see it, and it was given up; the order is placed again. */
async function lateA() {
  const w = await accepted(world);
  const a = w.runOf();
  await giveUp(w, CHARGED_UNSEEN);
  await w.fake.control({ mode: 'normal', ...LAGGING });
  return { ...w, a };
}

/** Now the provider's list shows what it did. */
async function found(w: World, ref: AttemptRef): Promise<void> {
  await w.fake.control({ mode: 'normal' });
  expect(await w.reconcileOnce(ref)).toEqual(settled('Succeeded'));
}

async function expectLate(w: World, ref: AttemptRef): Promise<void> {
  expect(await w.attempt(ref)).toMatchObject({ status: 'Succeeded', late: true, providerPaymentId: 'ch_000001' });
}

describe('a late success', () => {
  test('of an order that is placed again pays it', async () => {
    const w = await lateA();
    await found(w, w.a.ref);
    await expectLate(w, w.a.ref);
    expect(await w.order()).toMatchObject({ status: 'Paid', paidAttemptId: w.a.ref.attemptId });
    expect(await w.checkout({ key: 'key-2' })).toMatchObject({ status: 200 });
    expect(await w.charged()).toHaveLength(1);
  });

  test('supersedes another attempt that has sent nothing, for good', async () => {
    const w = await lateA();
    await w.checkout({ key: 'key-2', card: 'tok_other' });
    const b = w.runOf();
    await found(w, w.a.ref);
    await expectLate(w, w.a.ref);
    const order = await w.order();
    expect(order).toMatchObject({ status: 'Paid', paidAttemptId: w.a.ref.attemptId });
    expect(order?.openAttemptId).toBeUndefined();
    expect(await w.attempt(b.ref)).toMatchObject({ status: 'Failed', evidence: { failure: 'superseded' } });
    expect(await w.chargeOnce('none', b)).toEqual(SUPERSEDED);
    expect(await w.charged()).toHaveLength(1);
    // Its own caller paid, whichever attempt it was.
    expect(await w.checkout({ key: 'key-2', card: 'tok_other' })).toMatchObject({
      status: 200,
      body: { status: 'Paid', attemptId: w.a.ref.attemptId },
    });
  });

  test('is told to whoever waits for the attempt that it supersedes', async () => {
    const w = await lateA();
    w.clock.whileAsleep(() => found(w, w.a.ref));
    const answer = await w.checkout({ key: 'key-2', headers: { prefer: 'wait=10' } });
    expect(await w.attempt()).toMatchObject({ status: 'Failed' });
    expect(answer).toMatchObject({
      status: 200,
      body: { attemptId: w.a.ref.attemptId, providerPaymentId: 'ch_000001' },
    });
  });

  test('of an order that another attempt has paid is due back, and known as charged', async () => {
    const w = await lateA();
    await w.checkout({ key: 'key-2' });
    const b = w.runOf();
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
    await found(w, w.a.ref);
    await expectLate(w, w.a.ref);
    expect(await w.order()).toMatchObject({ status: 'Paid', paidAttemptId: b.ref.attemptId });
    expect(await w.review('refund-due', w.a.ref)).toMatchObject({
      status: 'Open',
      evidence: { providerPaymentId: 'ch_000001', paidBy: b.ref.attemptId },
    });
    expect(await w.review('refund-due', b.ref)).toBeNull();
  });

  test('after a decline pays the order all the same', async () => {
    const w = await accepted(world, {}, 'tok_declined');
    const { ref } = w.runOf();
    expect(await w.chargeOnce()).toEqual(settled('Declined'));
    await settleSucceeded(w.deps, { ref, providerPaymentId: 'ch_000001', evidence: { source: 'lookup' } });
    await expectLate(w, ref);
    expect(await w.order()).toMatchObject({ status: 'Paid', paidAttemptId: ref.attemptId });
  });
});

describe('a late success beside another attempt that has sent', () => {
  async function heldB(control: object = { mode: 'reset' }) {
    const w = await lateA();
    await w.checkout({ key: 'key-2' });
    const b = w.runOf();
    await w.fake.control({ ...LAGGING, ...control });
    await w.chargeOnce();
    await found(w, w.a.ref);
    return { ...w, b };
  }

  test('pays the order at once; the other is held and sends no more', async () => {
    const w = await heldB();
    await expectLate(w, w.a.ref);
    expect(await w.order()).toMatchObject({
      status: 'Paid',
      paidAttemptId: w.a.ref.attemptId,
      openAttemptId: w.b.ref.attemptId,
    });
    expect(await w.attempt(w.b.ref)).toMatchObject({ status: 'Open', held: true });
    const posts = (await w.posts()).length;
    expect(await w.chargeOnce('retry', w.b)).toEqual(UNKNOWN);
    w.clock.pass(60);
    expect(await w.checkout({ key: 'key-2' })).toMatchObject({ status: 200, body: { attemptId: w.a.ref.attemptId } });
    expect(w.runOf()).toEqual(w.b);
    expect(await w.posts()).toHaveLength(posts);
  });

  test('is the answer to whoever waits for the other', async () => {
    const w = await lateA();
    w.clock.whileAsleep(async () => {
      await w.fake.control({ ...LOST, ...LAGGING });
      await w.chargeOnce();
      await found(w, w.a.ref);
    });
    const answer = await w.checkout({ key: 'key-2', headers: { prefer: 'wait=10' } });
    expect(await w.attempt()).toMatchObject({ status: 'Open', held: true });
    expect(answer).toMatchObject({ status: 200, body: { status: 'Paid', attemptId: w.a.ref.attemptId } });
  });

  test('and the other turns out charged too: its money is due back', async () => {
    const w = await heldB({ mode: 'charged-error', status: 500 });
    expect(await w.reconcileOnce(w.b.ref)).toEqual(settled('Succeeded'));
    expect(await w.attempt(w.b.ref)).toMatchObject({ status: 'Succeeded', late: true });
    const order = await w.order();
    expect(order).toMatchObject({ status: 'Paid', paidAttemptId: w.a.ref.attemptId });
    expect(order?.openAttemptId).toBeUndefined();
    expect(await w.review('refund-due', w.b.ref)).toMatchObject({
      evidence: { providerPaymentId: 'ch_000002', paidBy: w.a.ref.attemptId },
    });
  });

  test('and the other is given up: the order stays paid, and waits for nothing', async () => {
    const w = await heldB();
    for (const seconds of [1_800, 60]) {
      w.clock.pass(seconds);
      await w.reconcileOnce(w.b.ref);
    }
    expect(await w.attempt(w.b.ref)).toMatchObject({ status: 'Abandoned' });
    const order = await w.order();
    expect(order).toMatchObject({ status: 'Paid', paidAttemptId: w.a.ref.attemptId });
    expect(order?.openAttemptId).toBeUndefined();
    expect(await w.review('refund-due', w.b.ref)).toBeNull();
  });
});

describe('a charge of an attempt that is known as charged', () => {
  async function paid() {
    const w = await sentInto(world, { mode: 'normal' });
    return w;
  }
  const again = (w: World, providerPaymentId: string) =>
    settleSucceeded(w.deps, { ref: w.runOf().ref, providerPaymentId, evidence: { source: 'lookup' } });

  test('by the same id is the same charge: nothing changes', async () => {
    const w = await paid();
    const before = await w.attempt();
    await again(w, 'ch_000001');
    expect(await w.attempt()).toEqual(before);
    expect(await w.review('refund-due')).toBeNull();
  });

  test('among others, as a list shows them: only the others’ money is due back', async () => {
    const w = await paid();
    const { ref } = w.runOf();
    const listed = { providerPaymentId: 'ch_000000', more: ['ch_000001', 'ch_000002'] };
    await settleSucceeded(w.deps, { ref, ...listed, evidence: { source: 'lookup' } });
    expect(await w.review('refund-due')).toMatchObject({
      evidence: { providerPaymentId: 'ch_000000', paidBy: ref.attemptId, more: 'ch_000002' },
    });
  });

  test('by another id is a second one: its money is due back, told once', async () => {
    const w = await paid();
    const before = await w.attempt();
    await again(w, 'ch_000009');
    const review = await w.review('refund-due');
    expect(review).toMatchObject({ evidence: { providerPaymentId: 'ch_000009', paidBy: w.runOf().ref.attemptId } });
    w.clock.pass(60);
    await again(w, 'ch_000009');
    expect(await w.review('refund-due')).toEqual(review);
    expect(await w.attempt()).toEqual(before);
  });
});

describe('a terminal state is not overwritten by older evidence', () => {
  test.each(['Declined', 'Failed', 'Abandoned'] as const)(
    'a success stays one, whoever finds it %s',
    async (status) => {
      const w = await world();
      await w.createOrder();
      await w.checkout();
      await w.chargeOnce();
      const before = await w.attempt();
      const close = { ref: w.runOf().ref, status, sends: 1, evidence: { source: 'lookup' } } as const;
      expect(await settleNegatively(w.deps, close)).toMatchObject({ closed: false, current: { status: 'Succeeded' } });
      expect(await w.attempt()).toEqual(before);
      expect(await w.order()).toMatchObject({ status: 'Paid' });
    },
  );

  test('a close that was thought out before another send does not win', async () => {
    const w = await sentInto(world, LOST);
    const close = { ref: w.runOf().ref, status: 'Failed', sends: 0, evidence: { source: 'schedule' } } as const;
    expect(await settleNegatively(w.deps, close)).toMatchObject({
      closed: false,
      current: { status: 'Open', sends: 1 },
    });
    expect(await w.order()).toMatchObject({ status: 'PaymentPending' });
  });
});

describe('what changes between a read and its write', () => {
  test('is seen: the other attempt sends just before it would be superseded, and is held instead', async () => {
    const w = await lateA();
    await w.checkout({ key: 'key-2' });
    const b = w.runOf();
    let once = true;
    const store: PaymentStore = {
      ...w.store,
      getAttempt: async (ref) => {
        const read = await w.store.getAttempt(ref);
        if (once && ref.attemptId === b.ref.attemptId) {
          once = false;
          const claim = { ref: b.ref, resumes: 0, sends: 0, poll: false, now: w.clock.now(), token: token() };
          expect(await w.store.write(claimSend(claim, w.settings))).toMatchObject({ written: true });
        }
        return read;
      },
    };
    await settleSucceeded(
      { ...w.deps, store },
      { ref: w.a.ref, providerPaymentId: 'ch_000001', evidence: { source: 'lookup' } },
    );
    expect(await w.attempt(b.ref)).toMatchObject({ status: 'Open', held: true, sends: 1 });
    expect(await w.order()).toMatchObject({ status: 'Paid', paidAttemptId: w.a.ref.attemptId });
  });

  test('never ends: after ten tries the state machine is told', async () => {
    const w = await lateA();
    const store: PaymentStore = {
      ...w.store,
      getOrder: async () => ({ ...(await w.order()), status: 'PaymentPending' }) as never,
    };
    const charged = { ref: w.a.ref, providerPaymentId: 'ch_000001', evidence: { source: 'lookup' } } as const;
    await expect(settleSucceeded({ ...w.deps, store }, charged)).rejects.toMatchObject({ name: 'Contention' });
  });
});

describe('a close without a success', () => {
  test('frees the order only if it still waits for this attempt', async () => {
    const w = await lateA();
    await w.checkout({ key: 'key-2' });
    const b = w.runOf();
    await stand(w.store, [attemptAddress(w.a.ref), { ...(await w.attempt(b.ref)), attemptId: w.a.ref.attemptId }]);
    const close = { ref: w.a.ref, status: 'Failed', sends: 0, evidence: { source: 'schedule' } } as const;
    expect(await settleNegatively(w.deps, close)).toEqual({ closed: true });
    expect(await w.order()).toMatchObject({ status: 'PaymentPending', openAttemptId: b.ref.attemptId });
  });
});

test('the key of a payment that was given up and found is told of it', async () => {
  const w = await lateA();
  await w.fake.control({ mode: 'normal' });
  await w.reconcileOnce(w.a.ref);
  expect(await w.checkout({ card: 'tok_other' })).toMatchObject(problem(422, 'key-reused'));
  expect(await w.checkout()).toMatchObject({ status: 200, headers: { 'Idempotent-Replayed': 'true' } });
});
