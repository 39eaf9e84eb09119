// The worlds that are explored: small enough to be searched whole, each made for one question.

import { codecFor } from './codec.ts';
import type { Guard } from './guards.ts';
import { Memory } from './memory.ts';
import type { Plan } from './plan.ts';
import { WITH_MORE_ATTEMPTS } from './plans-of-more.ts';
import { WITH_ONE_ATTEMPT } from './plans-of-one.ts';
import { type Bounds, nothingYet } from './state.ts';
import { type Contract, settingsFor, type Ticks } from './ticks.ts';
import type { Behaviour, World } from './world.ts';

/** The least numbers that the settings' own checks let pass, when nothing takes a tick but processing. */
const TICKS: Ticks = {
  functionMax: 0,
  network: 0,
  maxProcessing: 1,
  lookupLag: 0,
  recheck: 1,
  abandonAfter: 2,
  deadline: 2,
  keyRetention: null,
  clientKeyTtl: null,
};
const CONTRACT: Contract = { keys: true, replays: true, keepsErrors: true, busyIsRefusal: true };
const BEHAVIOUR: Omit<Behaviour, keyof Contract> = {
  chargedErrors: true,
  errors: true,
  declines: true,
  refuses: true,
  falseMiss: false,
  inTime: true,
  honest: true,
};

export const PLANS: Readonly<Record<string, Plan>> = { ...WITH_ONE_ATTEMPT, ...WITH_MORE_ATTEMPTS };

/** @throws RangeError if there is no such world */
export function worldNamed(name: string, without: Guard | null = null): World {
  const plan = PLANS[name];
  if (!plan) throw new RangeError(`no world ${name}`);
  const [attempts, sends, runs, keys, looks] = plan.size;
  const bounds: Bounds = { attempts, sends, runs, keys, looks, checkouts: plan.customers.length };
  const ticks = { ...TICKS, ...plan.ticks };
  const contract = { ...CONTRACT, ...plan.contract };
  return {
    name,
    bounds,
    customers: plan.customers,
    ticks,
    settings: settingsFor(ticks, contract),
    behaviour: { ...BEHAVIOUR, ...contract, ...plan.behaviour },
    lookups: 'any',
    evidence: true,
    tornReads: false,
    staleCloses: false,
    withheld: false,
    person: false,
    reviews: false,
    ...plan.over,
    without,
    codec: codecFor(nothingYet(bounds)),
    memory: new Memory(),
  };
}
