// One send of an attempt: when it may leave, what it taught, and what is written down.

import { describe, expect, test } from 'vitest';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import { settleSucceeded } from '#functions/settle/settle-succeeded.ts';
import { accepted } from './stories.ts';
import { SUPERSEDED, settled, UNKNOWN, worlds } from './world.ts';

const world = worlds();
const DAY = 86_400;

describe('an approved charge', () => {
  test('closes the attempt and pays the order, with one request to the provider', async () => {
    const w = await accepted(world);
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
    expect(await w.attempt()).toMatchObject({
      status: 'Succeeded',
      sends: 1,
      firstSentAt: w.clock.start,
      closedAt: w.clock.start,
      providerPaymentId: 'ch_000001',
      evidence: { source: 'reply' },
      late: false,
    });
    expect(await w.order()).toMatchObject({ status: 'Paid', paidAttemptId: w.runOf().ref.attemptId });
    expect(await w.posts()).toHaveLength(1);
    expect(await w.lookups()).toBe(0);
  });

  test('is sent under the attempt’s own key, which is not the caller’s', async () => {
    const w = await accepted(world);
    const { providerKey } = await w.attempt();
    await w.chargeOnce();
    expect((await w.posts())[0]?.idempotencyKey).toBe(`"${providerKey}"`);
    expect(providerKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('takes the card token with it: no key is left, and nobody looks again', async () => {
    const w = await accepted(world);
    await w.chargeOnce();
    const { sealKey, dueShard, nextCheckAt } = await w.attempt();
    expect([sealKey, dueShard, nextCheckAt]).toEqual([undefined, undefined, undefined]);
  });

  test('once more by the same run sends nothing', async () => {
    const w = await accepted(world);
    await w.chargeOnce();
    expect(await w.chargeOnce('retry')).toEqual(SUPERSEDED);
    expect(await w.posts()).toHaveLength(1);
  });
});

describe('every send of an attempt', () => {
  test('has the same key and the same bytes, in this run and the next', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 500, times: 5 });
    await w.drive();
    w.clock.pass(5);
    await w.checkout();
    expect(w.started).toHaveLength(2);
    expect(await w.drive()).toEqual([expect.objectContaining({ kind: 'retry' }), settled('Succeeded')]);
    const posts = await w.posts();
    expect(posts).toHaveLength(6);
    expect(new Set(posts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(new Set(posts.map(({ bodySha256 }) => bodySha256)).size).toBe(1);
    expect(await w.charged()).toHaveLength(1);
  });

  test('is recorded before it leaves: a reply that never comes leaves its number in doubt', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'reset' });
    await w.chargeOnce();
    expect(await w.attempt()).toMatchObject({ sends: 1, doubtful: new Set([1]) });
  });

  test('of which all are proved refused leaves none in doubt', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 503 });
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry' });
    const attempt = await w.attempt();
    expect(attempt.sends).toBe(1);
    expect(attempt.doubtful).toBeUndefined();
  });

  test('whose bytes a deploy has changed does not leave, and a person is told', async () => {
    const w = await accepted(world);
    const changed = () => '{"amount":1}';
    expect(await w.chargeOnce('none', w.runOf(), { renderCharge: changed })).toEqual(settled('Failed'));
    expect(await w.posts()).toEqual([]);
    expect(await w.review('body-changed')).toMatchObject({ status: 'Open' });
    expect(await w.order()).toMatchObject({ status: 'Placed' });
  });

  test('whose bytes a deploy has changed after a doubtful one leaves the attempt unknown', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 500 });
    await w.chargeOnce();
    expect(await w.chargeOnce('retry', w.runOf(), { renderCharge: () => '{}' })).toEqual(UNKNOWN);
    expect(await w.posts()).toHaveLength(1);
    expect(await w.attempt()).toMatchObject({ status: 'Open', doubtful: new Set([1]) });
  });
});

describe('a run', () => {
  test('sends four times, and after the last doubtful one leaves it to a lookup', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 500 });
    const steps = await w.drive();
    expect(steps.map(({ kind }) => kind)).toEqual(['retry', 'retry', 'retry', 'unknown', 'unknown']);
    // Full jitter with a random of one half over 1 s, 2 s, 4 s.
    expect(steps.slice(0, 3).map(({ waitSeconds }) => waitSeconds)).toEqual([1, 1, 2]);
    expect(await w.posts()).toHaveLength(4);
  });

  test('of which every send was refused closes the attempt Failed at once, without a lookup', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 503, retryAfter: 2 });
    const steps = await w.drive();
    expect(steps.map(({ kind, waitSeconds }) => [kind, waitSeconds])).toEqual([
      ['retry', 2],
      ['retry', 2],
      ['retry', 2],
      ['settled', 1],
    ]);
    expect(await w.attempt()).toMatchObject({
      status: 'Failed',
      evidence: { failure: 'providerUnavailable', httpStatus: 503 },
    });
    expect(await w.order()).toMatchObject({ status: 'Placed' });
    expect(await w.lookups()).toBe(0);
  });

  test('asks again after a 409 as often as its deadline allows: polls are no sends', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'late', status: 504, delaySeconds: 3_600 });
    const steps = await w.drive();
    const kinds = steps.map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(['retry', 'stillProcessing']);
    expect(kinds.slice(-2)).toEqual(['unknown', 'unknown']);
    expect(kinds.filter((kind) => kind === 'stillProcessing').length).toBeGreaterThan(4);
    expect((w.clock.now() - w.clock.start) / 1_000).toBeLessThanOrEqual(61);
    expect(new Set((await w.posts()).slice(1).map(({ answered }) => answered))).toEqual(new Set([409]));
  });

  test('still has its other sends after many polls', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'late', status: 504, delaySeconds: 3_600 });
    await w.chargeOnce();
    for (let polls = 0; polls < 6; polls += 1)
      expect(await w.chargeOnce('stillProcessing')).toMatchObject({ kind: 'stillProcessing' });
    await w.fake.control({ mode: 'error', status: 500 });
    for (const kind of ['retry', 'retry', 'unknown']) expect(await w.chargeOnce('retry')).toMatchObject({ kind });
  });

  test('sends until its 60 s are over, each run anew', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 500 });
    await w.chargeOnce();
    w.clock.pass(59.999);
    expect(await w.chargeOnce('retry')).toEqual(UNKNOWN);
    expect(await w.posts()).toHaveLength(2);
    w.clock.pass(0.001);
    expect(await w.chargeOnce('retry')).toEqual(UNKNOWN);
    expect(await w.posts()).toHaveLength(2);
    await w.checkout();
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry' });
    expect(await w.posts()).toHaveLength(3);
  });

  test('that comes too late to send anything proves that nothing was charged', async () => {
    const w = await accepted(world);
    w.clock.pass(60);
    expect(await w.chargeOnce()).toEqual(settled('Failed'));
    expect(await w.posts()).toEqual([]);
    expect(await w.order()).toMatchObject({ status: 'Placed' });
  });

  test.each([
    ['alone', 0, settled('Failed'), { status: 'Failed' }],
    ['beside a doubtful one', 1, UNKNOWN, { status: 'Open', doubtful: new Set([1]) }],
  ])('whose claim is answered when its 60 s are over sends nothing (%s)', async (_beside, sent, outcome, left) => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 500 });
    if (sent === 1) await w.chargeOnce();
    w.at(59.5);
    const write: PaymentStore['write'] = async (deciding) => {
      const answer = await w.store.write(deciding);
      if (deciding.name === 'claim-send') w.clock.pass(0.5);
      return answer;
    };
    const previous = sent === 0 ? 'none' : 'retry';
    expect(await w.chargeOnce(previous, w.runOf(), { store: { ...w.store, write } })).toEqual(outcome);
    expect(await w.posts()).toHaveLength(sent);
    expect(await w.attempt()).toMatchObject(left);
  });

  test('that a newer one has overtaken sends nothing', async () => {
    const w = await accepted(world);
    w.clock.pass(5);
    await w.checkout();
    expect(w.started.map(({ resumes }) => resumes)).toEqual([0, 1]);
    expect(await w.chargeOnce('none', w.runOf(0))).toEqual(SUPERSEDED);
    expect(await w.posts()).toEqual([]);
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
  });

  test('whose sealed token cannot be opened sends nothing', async () => {
    const w = await accepted(world);
    const run = { ...w.runOf(), sealedToken: 'nonsense' as never };
    expect(await w.chargeOnce('none', run)).toEqual(settled('Failed'));
    expect(await w.posts()).toEqual([]);
  });
});

describe('the key window', () => {
  /** 24 h, less 7 s of the charge function, 900 s of the provider and 30 s of clock skew. */
  const WINDOW = DAY - 7 - 900 - 30;

  test.each([
    ['a second before its end the key is sent again', WINDOW - 1, 2],
    ['at its end nothing is sent', WINDOW, 1],
    ['24 hours later nothing is sent', DAY, 1],
  ])('%s', async (_when, seconds, posts) => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 500, lookup: { status: 500 } });
    await w.chargeOnce();
    w.clock.pass(seconds);
    await w.checkout();
    expect(w.started).toHaveLength(2);
    expect(await w.chargeOnce()).toMatchObject({ kind: posts === 1 ? 'unknown' : 'retry' });
    expect(await w.posts()).toHaveLength(posts);
    expect(await w.attempt()).toMatchObject({ status: 'Open', sends: posts });
  });
});

test('a claim whose lost answer is recognised when the attempt has been closed sends nothing, and bothers nobody', async () => {
  const w = await accepted(world);
  const found = { ref: w.runOf().ref, providerPaymentId: 'ch_000001', evidence: { source: 'lookup' } } as const;
  const store: PaymentStore = {
    ...w.store,
    write: async (write) => {
      const answer = await w.store.write(write);
      if (write.name !== 'claim-send') return answer;
      await settleSucceeded(w.deps, found);
      // The store, asked again with the same token, shows the item as it stands.
      return w.store.write(write);
    },
  };
  expect(await w.chargeOnce('none', w.runOf(), { store })).toEqual(SUPERSEDED);
  expect(await w.posts()).toEqual([]);
  expect(await w.review('body-changed')).toBeNull();
});

test('a send is one log line, which holds no card', async () => {
  const w = await accepted(world);
  await w.chargeOnce();
  expect(w.lines.filter(({ event }) => event === 'send')).toMatchObject([{ send: 1, run: 0, outcome: 'approved' }]);
  expect(JSON.stringify(w.lines)).not.toContain('tok_visa');
});
