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

/** Another order, accepted; its run is the newest one. */
export async function another(w: World, id: string): Promise<void> {
  await w.createOrder({ key: `order-${id}`, body: { orderId: id, amount: '12.00', currency: 'TRY' } });
  await w.checkout({ order: id, key: `pay-${id}` });
}

/** A breaker that trips on the second of two failures, cools down for 30 s, and closes after two good probes. */
export const NERVOUS = { breakerMinimumThroughput: 2, breakerFailureRatio: 1, breakerProbes: 2, maxSends: 1 };

/** Two orders have failed at the provider, which is well again; the breaker is open. */
export async function tripped(world: MakeWorld, given: Given = {}): Promise<World> {
  const w = await accepted(world, { ...NERVOUS, ...given });
  await w.fake.control({ mode: 'error', status: 503 });
  await w.chargeOnce();
  await another(w, '1002');
  await w.chargeOnce();
  await w.fake.control({ mode: 'normal' });
  return w;
}
