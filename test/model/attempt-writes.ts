// Core's writes to one attempt: claim a send, clear it, resume, count a reading.

import { claimRefusal } from '#core/charge/claim-refusal.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { clearSend } from '#core/writes/clear-send.ts';
import { countReading } from '#core/writes/count-reading.ts';
import { resume } from '#core/writes/resume.ts';
import type { DecidingWrite } from '#core/writes/write.ts';
import { shown } from './decisions.ts';
import { refOf } from './records.ts';
import type { LookState, State } from './state.ts';
import { type Changed, carryOver, recordOf, stored, Tables } from './tables.ts';
import { ago, NOW } from './ticks.ts';
import type { World } from './world.ts';

const token = 'write';

/** Answers whether it was written, and writes it. `about`: what the write is made of besides the attempt. */
function write(s: State, n: number, world: World, about: string, make: () => DecidingWrite): boolean {
  const attempt = s.attempts[n - 1];
  if (!attempt) return false;
  const changed = world.memory.of('attempt write', `${about} ${n}${stored(attempt)}`, (): Changed | false => {
    const tables = new Tables(s, world);
    return tables.write(make()).length === 0 && tables.changed();
  });
  if (changed) carryOver(s, changed, world);
  return changed !== false;
}

export type Claimed = 'claimed' | 'superseded' | 'unknown' | { readonly notChargedWithSends: number };

/** `believed`: how many sends the run takes to have been claimed before. Refused, it tries again with what it is shown. */
export function claim(s: State, n: number, run: number, believed: number, world: World): Claimed {
  const { settings } = world;
  let sends = believed;
  for (;;) {
    const claiming = { ref: refOf(n), resumes: run, sends, poll: false, now: NOW, token };
    if (write(s, n, world, `claim ${run} ${sends}`, () => claimSend(claiming, settings))) return 'claimed';
    const refusal = refusalOf(s, n, run, world);
    if (refusal.kind === 'provedNotCharged') return { notChargedWithSends: refusal.sends };
    if (refusal.kind !== 'claimNext') return refusal.kind;
    if (refusal.sends === sends) throw new Error('a claim is refused, and nothing stands against it');
    sends = refusal.sends;
  }
}

function refusalOf(s: State, n: number, run: number, world: World) {
  const attempt = s.attempts[n - 1];
  return world.memory.of('claim refusal', `${run} ${attempt ? stored(attempt) : ''}`, () => {
    const [record, settings] = shown('claimRefusal', recordOf(s, n, world) as Attempt, world);
    return claimRefusal(record, run, NOW, settings);
  });
}

export const clear = (s: State, n: number, send: number, world: World): boolean =>
  write(s, n, world, `clear ${send}`, () =>
    clearSend({ ref: refOf(n), send, credentialsRefusedIn: null, detail: 'refused', now: NOW, token }),
  );

export const resumeRun = (s: State, n: number, world: World): boolean =>
  write(s, n, world, 'resume', () => resume(refOf(n), NOW, token));

export function count(s: State, n: number, look: LookState, world: World): boolean {
  const { ticks } = world;
  // The instant that was read has grown older with the lookup.
  const checked = look.checked === 0 ? 0 : Math.min(look.checked + look.age, oldestCheck(world));
  const seen = { sends: look.sends, ...(checked === 0 ? {} : { lastCheckedAt: ago(checked - 1) }) };
  const reading = { ref: refOf(n), seen, recheckSeconds: ticks.recheck, now: NOW, token };
  return write(s, n, world, `count ${look.sends} ${checked}`, () => countReading(reading));
}

/** Past it the age of a reading makes no difference, not even to a lookup that has read it. */
export const oldestCheck = ({ ticks }: World): number => ticks.recheck + ticks.functionMax + 1;
