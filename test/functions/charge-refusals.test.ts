// What one send may not do with a provider that forgets, declines, or does not take us.

import { describe, expect, test } from 'vitest';
import { accepted } from './stories.ts';
import { settled, UNKNOWN, worlds } from './world.ts';

const world = worlds();

describe('a provider that takes no keys, or forgets a charge that it answered with an error', () => {
  test.each([
    { supportsIdempotencyKeys: false, replaysFirstResult: false },
    { keepsChargesAnsweredWithErrors: false, replaysFirstResult: false },
  ])('%o is never sent to again after a doubtful send, by no run', async (provider) => {
    const w = await accepted(world, { provider });
    await w.fake.control({ mode: 'error', status: 500 });
    expect(await w.chargeOnce()).toEqual(UNKNOWN);
    w.clock.pass(60);
    await w.checkout();
    expect(await w.chargeOnce()).toEqual(UNKNOWN);
    expect(await w.posts()).toHaveLength(1);
  });

  test('is sent to again after a refusal', async () => {
    const w = await accepted(world, { provider: { supportsIdempotencyKeys: false, replaysFirstResult: false } });
    await w.fake.control({ mode: 'error', status: 503 });
    await w.drive();
    expect(await w.posts()).toHaveLength(4);
    expect(await w.attempt()).toMatchObject({ status: 'Failed' });
  });
});

describe('a decline', () => {
  test('closes the attempt with its reason; the order is free again', async () => {
    const w = await accepted(world, {}, 'tok_declined');
    expect(await w.chargeOnce()).toEqual(settled('Declined'));
    expect(await w.attempt()).toMatchObject({ declineReason: 'insufficient_funds', evidence: { source: 'reply' } });
    expect(await w.order()).toMatchObject({ status: 'Placed' });
  });

  test.each([
    ['is every send’s, if the provider replays its first result', true, settled('Declined')],
    ['is this send’s alone, if it does not', false, UNKNOWN],
  ])('after a doubtful send %s', async (_rule, replaysFirstResult, outcome) => {
    const w = await accepted(world, { provider: { replaysFirstResult } }, 'tok_declined');
    await w.fake.control({ mode: 'error', status: 500, times: 1 });
    await w.chargeOnce();
    expect(await w.chargeOnce('retry')).toEqual(outcome);
  });
});

describe('a provider that does not take us', () => {
  test('is asked once more with a fresh secret, then a person is told', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 401 });
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry' });
    expect(w.secret.dropped).toBe(1);
    expect(await w.chargeOnce('retry')).toEqual(settled('Failed'));
    expect(await w.attempt()).toMatchObject({ evidence: { failure: 'providerRejected' } });
    expect(await w.review('provider-rejected')).toMatchObject({ status: 'Open' });
    expect(await w.posts()).toHaveLength(2);
  });

  test('is asked with a fresh secret once in each run', async () => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status: 401 });
    await w.chargeOnce();
    w.clock.pass(5);
    await w.checkout();
    expect(await w.chargeOnce()).toMatchObject({ kind: 'retry' });
    expect(await w.chargeOnce('retry')).toEqual(settled('Failed'));
  });

  test.each([
    [403, 'provider-rejected'],
    [422, 'contract-violation'],
    [400, 'provider-rejected'],
  ] as const)('with a %i on the first send, closes Failed, and a person is told', async (status, kind) => {
    const w = await accepted(world);
    await w.fake.control({ mode: 'error', status });
    expect(await w.chargeOnce()).toEqual(settled('Failed'));
    expect(await w.review(kind)).toMatchObject({ status: 'Open' });
    expect(await w.posts()).toHaveLength(1);
  });

  test.each([403, 422, 302])(
    'with a %i after a doubtful send, leaves it unknown, and a person is told',
    async (status) => {
      const w = await accepted(world);
      await w.fake.control({ mode: 'error', status: 500, times: 1 });
      await w.chargeOnce();
      await w.fake.control({ mode: 'error', status });
      expect(await w.chargeOnce('retry')).toEqual(UNKNOWN);
      // A proved refusal leaves no doubt of its own.
      const doubtful = new Set(status === 403 ? [1] : [1, 2]);
      expect(await w.attempt()).toMatchObject({ status: 'Open', doubtful });
      const kind = { 403: 'provider-rejected', 422: 'contract-violation', 302: 'redirected' }[status];
      expect(await w.review(kind as 'redirected')).toMatchObject({ status: 'Open' });
    },
  );
});
