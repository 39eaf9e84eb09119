// Runs of the payment workflow: claim, send, wait, learn, clear, close. A function may die after each of them.

import type { ChargeStep } from '#core/charge/next-step.ts';
import { type Act, type Alarm, nth } from './act.ts';
import { claim, clear } from './attempt-writes.ts';
import { AS_EXPECTED, close, readBehind, readStanding, succeed, TO_BE_READ } from './closes.ts';
import { provedUnsent } from './decisions.ts';
import { afterReply } from './replies.ts';
import type { AttemptState, RunState, State } from './state.ts';
import { ATTEMPT, bit, letter, membersOf, type NegativeWord, RUN, SEND } from './words.ts';
import type { World } from './world.ts';

export const inFunction = ({ pc }: RunState): boolean => pc >= RUN.Send && pc <= RUN.CloseFailed;
const isReply = (is: number): boolean => is >= SEND.Approved && is <= SEND.InProgress;

type Change = (run: RunState, attempt: AttemptState, t: State, alarm: Alarm) => void;
type Step = (words: string, change: Change) => void;

const end: Change = (run) => {
  run.pc = RUN.Ended;
};

/** `n`: the attempt, from 1; `f`: the run's place. */
export function runSteps(s: State, n: number, f: number, world: World, act: Act) {
  const attempt = nth(s.attempts, n - 1);
  const run = nth(attempt.runs, f);
  if (run.pc === RUN.Absent || run.pc === RUN.Ended) return;
  const step: Step = (words, change) =>
    act(
      'run',
      () => `run ${letter(n - 1)}-${run.fence} ${words}`,
      (t, alarm) => {
        const at = nth(t.attempts, n - 1);
        change(nth(at.runs, f), at, t, alarm);
      },
    );
  if (inFunction(run)) step('dies', end);
  switch (run.pc) {
    case RUN.Claim:
      return atClaim(s, n, run, world, step);
    case RUN.Send:
      if (world.withheld) learn('notSent', run, world, step, 'has no time left to send');
      return step(`sends ${letter(n - 1)}${run.send}`, (me, at, _, alarm) => {
        if (at.status === ATTEMPT.Failed || at.status === ATTEMPT.Abandoned)
          alarm('I5 a byte leaves after a negative close');
        me.pc = RUN.Await;
        Object.assign(nth(at.sendings, run.send - 1), { is: SEND.OnWire, age: 0 });
      });
    case RUN.Await: {
      learn(null, run, world, step, 'waits no longer');
      const { is } = nth(attempt.sendings, run.send - 1);
      if (isReply(is)) learn(is, run, world, step, `is answered ${WORDS[is]}`);
      return;
    }
    case RUN.ClearThenClaim:
    case RUN.ClearThenEnd:
      return step(`clears send ${run.send}`, (me, _, t) => {
        clear(t, n, run.send, world);
        me.pc = run.pc === RUN.ClearThenClaim ? RUN.Claim : RUN.Ended;
      });
    case RUN.CloseSucceeded:
    case RUN.CloseDeclined:
    case RUN.CloseFailed:
      return closeSteps(n, run, world, step);
  }
}

const WORDS: Readonly<Record<number, string>> = {
  [SEND.Approved]: '201',
  [SEND.Declined]: '402',
  [SEND.Refused]: '429',
  [SEND.Unavailable]: '503',
  [SEND.ServerError]: '500',
  [SEND.InProgress]: '409',
};

function atClaim(s: State, n: number, run: RunState, world: World, step: Step) {
  const { sends } = nth(s.attempts, n - 1);
  step('is left to the schedule', end);
  if (world.withheld && provedUnsent(s, n, run.fence, world))
    step('finds the breaker open, and nothing in doubt', (me) => {
      Object.assign(me, { pc: RUN.CloseFailed, send: sends, standing: AS_EXPECTED });
    });
  if (sends >= world.bounds.sends) return;
  // What the run was last shown may be any number up to the true one; only a missing guard tells them apart.
  const believed = world.without === null ? [sends] : Array.from({ length: sends + 1 }, (_, i) => i);
  for (const number of believed)
    step(`claims send ${number + 1}`, (me, at, t, alarm) => {
      const paid = t.attempts.some(({ known }) => known > 0);
      const came = claim(t, n, run.fence, number, world);
      if (came === 'superseded' || came === 'unknown') me.pc = RUN.Ended;
      else if (came !== 'claimed')
        Object.assign(me, { pc: RUN.CloseFailed, send: came.notChargedWithSends, standing: AS_EXPECTED });
      else {
        if (paid) alarm('I1 a send is claimed although a charge of the order is known');
        const others = membersOf(at.doubtful & ~bit(at.sends)).length;
        Object.assign(me, { pc: RUN.Send, send: at.sends, others, age: 0, standing: TO_BE_READ });
        nth(at.sendings, at.sends - 1).is = SEND.Claimed;
      }
    });
}

const NEXT = {
  closeSucceeded: RUN.CloseSucceeded,
  closeDeclined: RUN.CloseDeclined,
  closeFailed: RUN.CloseFailed,
} as const;

function pcAfter(made: ChargeStep): number {
  switch (made.kind) {
    case 'closeSucceeded':
    case 'closeDeclined':
    case 'closeFailed':
      return NEXT[made.kind];
    case 'stillProcessing':
      return RUN.Claim;
    case 'retry':
      return made.clear ? RUN.ClearThenClaim : RUN.Claim;
    case 'unknown':
      return made.clear ? RUN.ClearThenEnd : RUN.Ended;
  }
}

/** What core makes of a reply, with a send to spare and without. */
function learn(reply: number | null | 'notSent', run: RunState, world: World, step: Step, words: string) {
  for (const pc of new Set(afterReply(reply, run.others, world).map(pcAfter)))
    step(words, (me) => {
      me.pc = pc;
      me.standing = AS_EXPECTED;
    });
}

const NEGATIVE: Readonly<Record<number, NegativeWord>> = {
  [RUN.CloseDeclined]: ATTEMPT.Declined,
  [RUN.CloseFailed]: ATTEMPT.Failed,
};

function closeSteps(n: number, run: RunState, world: World, step: Step) {
  const negative = NEGATIVE[run.pc];
  const standing = world.staleCloses ? run.standing : undefined;
  if (standing === TO_BE_READ)
    return step('reads how the order stands', (me, _, t) => {
      me.standing = negative ? readBehind(t, n, world) : readStanding(t, n, world);
    });
  const words = negative
    ? `closes ${negative === ATTEMPT.Declined ? 'Declined' : 'Failed'}, sends = ${run.send}`
    : 'closes Succeeded';
  step(words, (me, at, t) => {
    const done = negative
      ? close(t, n, negative, run.send, world, standing)
      : succeed(t, n, [firstUntold(at)], world, standing);
    if (done) me.pc = RUN.Ended;
    else me.standing = TO_BE_READ;
  });
}

/** A reply names the charge that it is about: the newest that we have not been told of. */
const firstUntold = ({ known, provider }: AttemptState): number => {
  for (let charge = 1; charge <= provider.charges; charge++) if (!(known & bit(charge))) return charge;
  return 1;
};
