// Who else may end an attempt: somebody with proof of a charge, and the person in front of whom it was put.

import { type Act, nth } from './act.ts';
import { AS_EXPECTED, close, readStanding, succeed, TO_BE_READ } from './closes.ts';
import { charges } from './provider.ts';
import type { AttemptState, State } from './state.ts';
import { ATTEMPT, letter, VERDICT } from './words.ts';
import { keeps, type World } from './world.ts';

/** A webhook, a settlement report, a lookup of the vigil: all say "this reference was charged", at any time, any number of times. */
export function evidenceSteps(s: State, n: number, world: World, act: Act): void {
  const { evidence, provider } = nth(s.attempts, n - 1);
  const step = (words: string, change: (t: State, attempt: AttemptState) => void) =>
    act(
      'evidence',
      () => `evidence of charge ${words} of ${letter(n - 1)}`,
      (t) => change(t, nth(t.attempts, n - 1)),
    );
  if (!world.staleCloses) {
    for (let charge = 1; charge <= provider.charges; charge++)
      step(`${charge} closes Succeeded`, (t) => void succeed(t, n, [charge], world));
    return;
  }
  if (evidence.charge === 0)
    for (let charge = 1; charge <= provider.charges; charge++)
      step(`${charge} arrives`, (_, at) => {
        at.evidence = { charge, standing: AS_EXPECTED };
      });
  else if (evidence.standing === TO_BE_READ)
    step(`${evidence.charge}: reads how the order stands`, (t, at) => {
      at.evidence.standing = readStanding(t, n, world);
    });
  else
    step(`${evidence.charge} closes Succeeded`, (t, at) => {
      const done = succeed(t, n, [evidence.charge], world, evidence.standing);
      at.evidence = done ? { charge: 0, standing: 0 } : { charge: evidence.charge, standing: TO_BE_READ };
    });
}

/** The decision performs the close, and any time may pass before it is made. */
export function personSteps(s: State, n: number, world: World, act: Act): void {
  const { ticks } = world;
  const attempt = nth(s.attempts, n - 1);
  const { person, provider } = attempt;
  const step = (words: string, change: (t: State, attempt: AttemptState) => void) =>
    act(
      'person',
      () => `a person ${words} ${letter(n - 1)}`,
      (t) => change(t, nth(t.attempts, n - 1)),
    );
  const lateEnough = attempt.sinceSend >= ticks.abandonAfter || !keeps(world, 'evidenceLateEnough');
  if (attempt.status === ATTEMPT.Open && attempt.undecided && person.verdict === VERDICT.None && lateEnough) {
    const listed = provider.charges > 0 && provider.chargeAge >= ticks.lookupLag;
    const verdict = listed ? VERDICT.Charged : VERDICT.NotCharged;
    step(listed ? 'finds the charge of' : 'finds no charge of', (_, at) => {
      at.person = { verdict, sends: at.sends };
    });
  }
  if (person.verdict === VERDICT.Charged)
    step('decides "charged" on', (t, at) => {
      at.person = { verdict: VERDICT.None, sends: 0 };
      succeed(t, n, charges(at), world);
    });
  if (person.verdict === VERDICT.NotCharged)
    step('decides "not charged" on', (t, at) => {
      at.person = { verdict: VERDICT.None, sends: 0 };
      close(t, n, ATTEMPT.Abandoned, keeps(world, 'sendsThatThePersonSaw') ? person.sends : at.sends, world);
    });
}
