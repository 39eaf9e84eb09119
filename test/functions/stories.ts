// How the functions' stories begin: an order placed, a payment accepted, a send lost, a payment given up.

import { expect } from 'vitest';
import { settled, type World } from './world.ts';

/** Never processed, never answered. */
export const LOST = { mode: 'reset' };
/** The money moves, the answer is an error, and no lookup shows it: the provider's list lags a day behind. */
export const CHARGED_UNSEEN = { mode: 'charged-error', status: 500, lookup: { lagSeconds: 86_400 } };

type MakeWorld = (given?: Readonly<Record<string, unknown>> & { readonly provider?: object }) => Promise<World>;
type Given = Parameters<MakeWorld>[0];

export async function placed(world: MakeWorld, given: Given = {}): Promise<World> {
  const w = await world(given);
  await w.createOrder();
  return w;
}

/** A payment whose first run was started, and has not been driven yet. */
export async function accepted(world: MakeWorld, given: Given = {}, card = 'tok_visa'): Promise<World> {
  const w = await placed(world, given);
  await w.checkout({ card });
  return w;
}

/** A payment whose one send met this; the clock stands at that send. */
export async function sentInto(world: MakeWorld, control: object, given: Given = {}, card = 'tok_visa') {
  const w = await accepted(world, given, card);
  await w.fake.control(control);
  await w.chargeOnce();
  return w;
}

/** The newest payment sends now, and is given up: 1,800 s after the send, by the second reading 60 s later. */
export async function giveUp(w: World, control: object = LOST): Promise<void> {
  await w.fake.control(control);
  await w.chargeOnce();
  w.clock.pass(1_800);
  await w.reconcileOnce();
  w.clock.pass(60);
  expect(await w.reconcileOnce()).toEqual(settled('Abandoned'));
}
