// Everything that can happen next, and what the callers of each key can be told after it.

import type { Act, Actor } from './act.ts';
import { nth } from './act.ts';
import { canonical } from './canonical.ts';
import { decide } from './checkouts.ts';
import { NoStanding } from './closes.ts';
import { customerSteps } from './customers.ts';
import { providerSteps } from './provider.ts';
import { reconcileSteps } from './reconciles.ts';
import { runSteps } from './runs.ts';
import type { State } from './state.ts';
import { timeStep } from './time.ts';
import { evidenceSteps, personSteps } from './witnesses.ts';
import { ATTEMPT, bit, TOLD } from './words.ts';
import type { World } from './world.ts';

export type Emit = (actor: Actor, words: () => string, next: State, alarm: string | null) => void;

export function steps(s: State, world: World, emit: Emit): void {
  const act: Act = (actor, words, change) => {
    const next = world.codec.copy(s);
    let alarm: string | null = null;
    const raise = (what: string) => {
      alarm ??= what;
    };
    try {
      change(next, raise);
    } catch (error) {
      if (!(error instanceof NoStanding)) throw error;
      raise('I4 a close finds no standing of its order');
    }
    // What the provider does changes no record.
    if (actor !== 'provider') tell(next, world, raise);
    emit(actor, words, canonical(next, world), alarm);
  };
  customerSteps(s, world, act);
  for (const [i, { status, runs }] of s.attempts.entries()) {
    if (status === ATTEMPT.Absent) continue;
    for (const f of runs.keys()) runSteps(s, i + 1, f, world, act);
    reconcileSteps(s, i + 1, world, act);
    if (world.person) personSteps(s, i + 1, world, act);
    if (world.evidence) evidenceSteps(s, i + 1, world, act);
  }
  providerSteps(s, world, act);
  timeStep(s, world, act);
}

/** What a caller who asks now, with this key and its own card, is answered for good. */
function tell(t: State, world: World, raise: (what: string) => void): void {
  for (const [k, key] of t.keys.entries()) {
    if (key.attempt === 0 || key.lineage === 0) continue;
    if (nth(t.attempts, key.attempt - 1).status === ATTEMPT.Open) key.wasOpen = 1;
    const decided = decide(t, { key: k, card: key.card }, t.order, world);
    const paid = decided.kind === 'paid' || (decided.kind === 'replay' && decided.ended === ATTEMPT.Succeeded);
    const declined = decided.kind === 'replay' && decided.ended === ATTEMPT.Declined;
    if (paid) key.told |= TOLD.Paid;
    if (!declined) continue;
    const charged = t.attempts.some(({ known }, i) => known > 0 && key.lineage & bit(i + 1));
    if (charged && world.behaviour.honest) raise('I2 a key is answered 402 although an attempt of its own was charged');
    if (key.told & TOLD.Paid) raise('I2 a key that was answered 200 is answered 402');
    key.told |= TOLD.Declined;
  }
}
