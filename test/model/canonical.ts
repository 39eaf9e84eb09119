// Forgets what can make no difference any more, so that states with equal futures are one state.

import type { AttemptState, LookState, State } from './state.ts';
import { ATTEMPT, CHECKOUT, LOOK, RUN, SEND } from './words.ts';
import type { World } from './world.ts';

const still = (is: number): boolean => is !== SEND.OnWire && is !== SEND.Processing;

export function canonical(s: State, world: World): State {
  for (const attempt of s.attempts) {
    if (attempt.status === ATTEMPT.Absent) continue;
    forgetRuns(attempt, world);
    forgetSends(attempt);
    if (attempt.status !== ATTEMPT.Open && !world.without?.readsClosed) forgetClosed(attempt, world);
    const { looks } = attempt;
    if (attempt.readings === 0 && attempt.sinceCheck > 0 && looks.every(({ pc }) => pc === LOOK.Idle))
      attempt.sinceCheck = 0;
    // Which of two reconciles is which makes no difference.
    if (looks.length === 2 && looks[0] && looks[1] && rank(looks[0]) < rank(looks[1])) looks.reverse();
  }
  for (const checkout of s.checkouts) {
    if (checkout.pc !== CHECKOUT.ReadKey) checkout.orderStatus = checkout.orderOpen = checkout.orderPaid = 0;
    if (checkout.pc === CHECKOUT.Read) checkout.attempt = checkout.seen = checkout.earlier = checkout.fence = 0;
    if (checkout.pc === CHECKOUT.Over)
      checkout.key = checkout.card = checkout.attempt = checkout.seen = checkout.earlier = checkout.fence = 0;
    if (checkout.pc === CHECKOUT.Start) checkout.key = checkout.card = checkout.seen = checkout.earlier = 0;
  }
  return s;
}

function forgetRuns({ runs }: AttemptState, { staleCloses }: World): void {
  for (const run of runs) {
    if (run.pc === RUN.Claim || run.pc === RUN.Ended) run.send = run.others = run.age = run.standing = 0;
    if (run.pc > RUN.Await) run.others = 0;
    if (!staleCloses || run.pc < RUN.CloseSucceeded) run.standing = 0;
  }
}

function forgetSends({ sendings, runs }: AttemptState): void {
  for (const [k, send] of sendings.entries()) {
    const awaited = (pc: number) => runs.some((run) => run.pc === pc && run.send === k + 1);
    if (send.is >= SEND.Approved && send.is <= SEND.InProgress && !awaited(RUN.Await)) send.is = SEND.Gone;
    if (send.is === SEND.Claimed && !awaited(RUN.Send)) send.is = SEND.Gone;
    if (still(send.is)) send.age = 0;
  }
}

function forgetClosed(a: AttemptState, { evidence, staleCloses }: World): void {
  a.readings = a.sinceCheck = a.sinceSend = a.sinceStart = a.sinceFirst = a.doubtful = a.undecided = 0;
  a.person.verdict = a.person.sends = 0;
  a.provider.chargeAge = 0;
  // Every write that they may still make is refused, but for one on proof of a charge, which others may bring, too.
  const othersMay = evidence && !staleCloses;
  for (const look of a.looks) if (othersMay || look.pc !== LOOK.CloseSucceeded) clearLook(look);
  if (a.sendings.every(({ is }) => still(is) && is !== SEND.Claimed)) {
    const { provider } = a;
    provider.key = provider.keyAge = provider.declined = provider.missed = provider.forgot = 0;
  }
}

const clearLook = (look: LookState): void => {
  look.pc =
    look.sends =
    look.checked =
    look.ifMissing =
    look.ifDeclined =
    look.undecided =
    look.age =
    look.standing =
      0;
};

const rank = (l: LookState): number =>
  l.pc * 2 ** 20 +
  l.sends * 2 ** 17 +
  l.checked * 2 ** 13 +
  l.ifMissing * 2 ** 10 +
  l.ifDeclined * 2 ** 7 +
  l.undecided * 64 +
  l.age * 16 +
  l.standing;
