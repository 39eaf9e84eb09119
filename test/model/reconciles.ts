// Reconciles, whoever starts them: a consistent read, a lookup, a write. Any number of them may be at work at any time.

import { type Act, nth } from './act.ts';
import { count } from './attempt-writes.ts';
import { AS_EXPECTED, close, readBehind, readStanding, succeed, TO_BE_READ } from './closes.ts';
import { afterRead } from './decisions.ts';
import { type Answer, charges, lookupAnswers } from './provider.ts';
import type { AttemptState, LookState, State } from './state.ts';
import { ATTEMPT, LOOK, letter, type NegativeWord } from './words.ts';
import { keeps, type World } from './world.ts';

type Step = (words: string, change: (look: LookState, attempt: AttemptState, t: State) => void) => void;

const IDLE: LookState = { pc: 0, sends: 0, checked: 0, ifMissing: 0, ifDeclined: 0, undecided: 0, age: 0, standing: 0 };

export function reconcileSteps(s: State, n: number, world: World, act: Act): void {
  const attempt = nth(s.attempts, n - 1);
  const idle = attempt.looks.findIndex(({ pc }) => pc === LOOK.Idle);
  if (attempt.status === ATTEMPT.Open && idle >= 0)
    act(
      'reconcile',
      () => `reconcile ${letter(n - 1)} reads: ${attempt.sends} sends`,
      (t) => {
        Object.assign(nth(nth(t.attempts, n - 1).looks, idle), readNow(s, n, world));
      },
    );
  for (const [k, look] of attempt.looks.entries()) {
    if (look.pc === LOOK.Idle) continue;
    const step: Step = (words, change) =>
      act(
        'reconcile',
        () => `reconcile ${letter(n - 1)} ${words}`,
        (t) => {
          const at = nth(t.attempts, n - 1);
          change(nth(at.looks, k), at, t);
        },
      );
    if (look.pc === LOOK.Asking) for (const answer of lookupAnswers(attempt, world)) lookUp(look, answer, step);
    else takeUp(n, look, world, step);
  }
}

function readNow(s: State, n: number, world: World): Partial<LookState> {
  const { sends, sinceCheck } = nth(s.attempts, n - 1);
  const read = afterRead(s, n, world);
  if (read.kind === 'closeFailed') return { pc: LOOK.CloseFailed, sends: read.sends, standing: AS_EXPECTED };
  const { ifMissing, ifDeclined, undecided } = read;
  return { pc: LOOK.Asking, sends, checked: sinceCheck, ifMissing, ifDeclined, undecided: undecided ? 1 : 0 };
}

function lookUp(look: LookState, answer: Answer, step: Step) {
  const toDo = {
    found: LOOK.CloseSucceeded,
    declined: look.ifDeclined,
    'not found': look.ifMissing,
    'false miss': look.ifMissing,
    inconclusive: LOOK.StillUnknown,
  }[answer];
  step(`looks up: ${answer}`, (me, at) => {
    if (answer === 'false miss') at.provider.missed = 1;
    if (toDo === LOOK.StillUnknown) return rest(me, at);
    Object.assign(me, { pc: toDo, ifMissing: 0, ifDeclined: 0, standing: AS_EXPECTED });
  });
}

/** Whatever it came to: an attempt that is still open after its time is put in front of a person. */
function rest(me: LookState, attempt: AttemptState): void {
  if (me.undecided && attempt.status === ATTEMPT.Open) attempt.undecided = 1;
  Object.assign(me, IDLE);
}

const NEGATIVE: Readonly<Record<number, NegativeWord>> = {
  [LOOK.CloseFailed]: ATTEMPT.Failed,
  [LOOK.CloseDeclined]: ATTEMPT.Declined,
  [LOOK.Abandon]: ATTEMPT.Abandoned,
};

function takeUp(n: number, look: LookState, world: World, step: Step) {
  step('dies', (me) => {
    Object.assign(me, IDLE);
  });
  if (look.pc === LOOK.CountReading)
    return step('counts a reading', (me, at, t) => {
      const sends = keeps(world, 'sendsFromBeforeTheLookup') ? look.sends : at.sends;
      count(t, n, { ...look, sends }, world);
      rest(me, at);
    });
  const negative = NEGATIVE[look.pc];
  const standing = world.staleCloses ? look.standing : undefined;
  if (standing === TO_BE_READ)
    return step('reads how the order stands', (me, _, t) => {
      me.standing = negative ? readBehind(t, n, world) : readStanding(t, n, world);
    });
  step(negative ? `closes, sends = ${look.sends}` : 'closes Succeeded', (me, at, t) => {
    const sends = keeps(world, 'sendsFromBeforeTheLookup') ? look.sends : at.sends;
    const done = negative ? close(t, n, negative, sends, world, standing) : succeed(t, n, charges(at), world, standing);
    if (done) rest(me, at);
    else me.standing = TO_BE_READ;
  });
}
