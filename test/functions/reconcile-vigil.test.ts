// How long an abandoned attempt is watched: a few lookups, widely spaced, until the provider has forgotten its key.

import { describe, expect, test } from 'vitest';
import { plusSeconds, toSeconds } from '#core/time/instant.ts';
import { accepted, giveUp } from './stories.ts';
import { settled, type World, worlds } from './world.ts';

const world = worlds();

/** The clock stands at 1,860 s. */
async function abandoned(): Promise<World> {
  const w = await accepted(world);
  await giveUp(w);
  return w;
}

describe('the vigil of an abandoned attempt', () => {
  const shard = async (w: World) => (await w.attempt()).dueShard;

  test('begins in the due index, a quarter of the key’s retention later', async () => {
    const w = await abandoned();
    expect(await w.attempt()).toMatchObject({ nextCheckAt: toSeconds(plusSeconds(w.clock.start, 1_860 + 21_600)) });
  });

  test('ends when the provider has forgotten the key, not a second before', async () => {
    const w = await abandoned();
    for (const seconds of [23_460, 45_060, 66_660, 86_399]) {
      w.at(seconds);
      expect(await w.reconcileOnce()).toEqual(settled('Abandoned'));
      expect(await shard(w)).toBeDefined();
    }
    const before = await w.lookups();
    w.at(86_400);
    expect(await w.reconcileOnce()).toEqual(settled('Abandoned'));
    expect(await w.lookups()).toBe(before + 1);
    expect(await shard(w)).toBeUndefined();
    expect((await w.attempt()).nextCheckAt).toBeUndefined();
  });

  test('ends too when the last lookup fails; a person looks on, as a failed lookup is no verdict', async () => {
    const w = await abandoned();
    await w.fake.control({ mode: 'normal', lookup: { status: 500 } });
    w.at(86_400);
    await w.reconcileOnce();
    expect(await shard(w)).toBeUndefined();
    expect(await w.review('undecided')).toMatchObject({ status: 'Open' });
  });

  test('ends too when the provider still calls it pending; a person looks on', async () => {
    const w = await accepted(world);
    await giveUp(w, { mode: 'late', status: 504, delaySeconds: 86_400 });
    await w.fake.control({ mode: 'normal', lookup: { pending: true } });
    w.at(86_399);
    await w.reconcileOnce();
    expect(await w.review('undecided')).toBeNull();
    w.at(86_400);
    await w.reconcileOnce();
    expect(await shard(w)).toBeUndefined();
    expect(await w.review('undecided')).toMatchObject({ status: 'Open' });
  });

  test('ends too when what is listed is not ours; a person is told', async () => {
    const w = await abandoned();
    const { reference } = await w.attempt();
    await w.fake.control({ mode: 'normal' });
    await w.fake.charge('"other"', {
      amount: 1,
      currency: 'TRY',
      source: 'tok_visa',
      description: 'x',
      merchant_reference: reference,
    });
    w.at(86_400);
    expect(await w.reconcileOnce()).toEqual(settled('Abandoned'));
    expect(await w.review('contradiction')).toMatchObject({ status: 'Open' });
    expect(await shard(w)).toBeUndefined();
  });
});
