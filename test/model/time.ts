// Time: one tick, in which everything grows older, up to the age from which on it makes no difference.

import type { Act } from './act.ts';
import { oldestCheck } from './attempt-writes.ts';
import { inFunction } from './runs.ts';
import type { AttemptState, State } from './state.ts';
import { ATTEMPT, LOOK, SEND } from './words.ts';
import type { World } from './world.ts';

export function timeStep(s: State, world: World, act: Act): void {
  const held = s.attempts.some((attempt) => attempt.status !== ATTEMPT.Absent && mustActFirst(attempt, world));
  if (!held)
    act(
      'time',
      () => 'a tick passes',
      (t) => pass(t, world),
    );
}

/** A function, a request or an honest provider that has reached the end of its time does something before the next tick. */
function mustActFirst({ runs, looks, sendings }: AttemptState, { ticks, behaviour }: World): boolean {
  return (
    runs.some((run) => inFunction(run) && run.age >= ticks.functionMax) ||
    looks.some((look) => look.pc !== LOOK.Idle && look.age >= ticks.functionMax) ||
    sendings.some(
      ({ is, age }) =>
        (is === SEND.OnWire && age >= ticks.network) ||
        (is === SEND.Processing && behaviour.inTime && age >= ticks.maxProcessing),
    )
  );
}

const older = (age: number, most: number): number => (age < most ? age + 1 : age);

function pass(t: State, world: World): void {
  const { ticks } = world;
  for (const a of t.attempts) {
    if (a.status === ATTEMPT.Absent) continue;
    a.sinceStart = older(a.sinceStart, ticks.deadline);
    if (a.sends > 0) {
      a.sinceSend = older(a.sinceSend, ticks.abandonAfter);
      a.sinceFirst = older(a.sinceFirst, ticks.keyRetention ?? 0);
    }
    if (a.sinceCheck > 0) a.sinceCheck = older(a.sinceCheck, oldestCheck(world));
    for (const run of a.runs) if (inFunction(run)) run.age += 1;
    for (const look of a.looks) if (look.pc !== LOOK.Idle) look.age += 1;
    for (const send of a.sendings) send.age = older(send.age, Math.max(ticks.network, ticks.maxProcessing));
    const { provider } = a;
    if (provider.key > 0 && ticks.keyRetention !== null) provider.keyAge = older(provider.keyAge, ticks.keyRetention);
    if (provider.charges > 0) provider.chargeAge = older(provider.chargeAge, ticks.lookupLag);
    if (provider.missed > 0) provider.missed = 2;
  }
  const ttl = ticks.clientKeyTtl;
  if (ttl !== null)
    for (const key of t.keys) {
      if (key.attempt === 0) continue;
      key.age = older(key.age, ttl);
      // Expired: the item may lie there for days, and leads nowhere.
      if (key.age === ttl) key.lineage = key.told = key.wasOpen = key.earlier = 0;
    }
}
