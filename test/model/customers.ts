// Customers: each comes once, with a key and a card, and may vanish after any step of its checkout.

import { type Act, nth } from './act.ts';
import { resumeRun } from './attempt-writes.ts';
import { acceptIntent, type Decided, decide, joinAttempt, type Wish } from './checkouts.ts';
import type { CheckoutState, RunState, State } from './state.ts';
import { CHECKOUT, letter, ORDER, RUN } from './words.ts';
import { keeps, type World } from './world.ts';

const wishes = ({ key, card }: Wish): string => `key ${key + 1}, card ${card}`;

export function customerSteps(s: State, world: World, act: Act): void {
  const next = s.checkouts.findIndex(({ pc }) => pc === CHECKOUT.Unborn);
  for (const [key, card] of world.customers[next] ?? []) arrive(s, next, { key: key - 1, card }, world, act);
  for (const [x, c] of s.checkouts.entries()) goOn(s, x, c, world, act);
}

/** Most keys are new: a placed order is accepted without asking about the key, and the write itself finds out. */
function arrive(s: State, x: number, wish: Wish, world: World, act: Act) {
  if (s.order.status === ORDER.Placed)
    act(
      'customer',
      () => `customer ${x + 1} (${wishes(wish)}) reads the order: placed`,
      (t) => {
        Object.assign(nth(t.checkouts, x), { ...wish, pc: CHECKOUT.Accept });
      },
    );
  readFacts(s, x, wish, world, act);
}

function goOn(s: State, x: number, c: CheckoutState, world: World, act: Act) {
  const step = (words: string, change: (t: State, me: CheckoutState) => void) =>
    act(
      'customer',
      () => `customer ${x + 1}${c.card === 0 ? '' : ` (${wishes(c)})`} ${words}`,
      (t) => change(t, nth(t.checkouts, x)),
    );
  switch (c.pc) {
    case CHECKOUT.Read:
      return readFacts(s, x, c, world, act);
    case CHECKOUT.ReadKey: {
      const order = { status: c.orderStatus, open: c.orderOpen, paid: c.orderPaid };
      return follow(x, c, decide(s, c, order, world), act);
    }
    case CHECKOUT.Accept:
      return step('accepts', (t, me) => {
        const attempt = acceptIntent(t, me, world);
        Object.assign(me, attempt === 0 ? { pc: CHECKOUT.Read } : { pc: CHECKOUT.Start, attempt, fence: 0 });
      });
    case CHECKOUT.Join:
      return step(`joins ${letter(c.attempt - 1)}`, (t, me) => {
        me.pc = joinAttempt(t, me, world) ? CHECKOUT.Resume : CHECKOUT.Read;
      });
    case CHECKOUT.Resume:
      return step(`resumes ${letter(c.attempt - 1)}, if nobody works on it`, (t, me) => {
        const attempt = nth(t.attempts, c.attempt - 1);
        const room = attempt.resumes + 1 < world.bounds.runs;
        const resumed = room && resumeRun(t, c.attempt, world);
        Object.assign(me, resumed ? { pc: CHECKOUT.Start, fence: attempt.resumes } : { pc: CHECKOUT.Over });
      });
    case CHECKOUT.Start: {
      const start = (t: State) => startRun(nth(t.attempts, c.attempt - 1).runs, c.fence, world);
      const what = `starts run ${letter(c.attempt - 1)}-${c.fence}`;
      if (!keeps(world, 'oneExecutionPerName')) step(`${what}, and is not answered`, start);
      return step(what, (t, me) => {
        start(t);
        me.pc = CHECKOUT.Over;
      });
    }
  }
}

/** An execution's name is free once. */
function startRun(runs: RunState[], fence: number, world: World): void {
  const free = runs.find(({ pc }) => pc === RUN.Absent);
  const run = keeps(world, 'oneExecutionPerName') ? runs[fence] : free;
  if (run?.pc === RUN.Absent) Object.assign(run, { pc: RUN.Claim, fence });
}

function readFacts(s: State, x: number, wish: Wish, world: World, act: Act) {
  if (!world.tornReads) return follow(x, wish, decide(s, wish, s.order, world), act);
  const { status, open, paid } = s.order;
  act(
    'customer',
    () => `customer ${x + 1} (${wishes(wish)}) reads the order`,
    (t) => {
      const read = { orderStatus: status, orderOpen: open, orderPaid: paid };
      Object.assign(nth(t.checkouts, x), { pc: CHECKOUT.ReadKey, key: wish.key, card: wish.card, ...read });
    },
  );
}

function follow(x: number, { key, card }: Wish, decided: Decided, act: Act) {
  const { attempt, seen, earlier } = decided;
  const go = (words: string, pc: number) =>
    act(
      'customer',
      () => `customer ${x + 1} (${wishes({ key, card })}) ${words}`,
      (t) => {
        Object.assign(nth(t.checkouts, x), { pc, key, card, attempt, seen, earlier });
      },
    );
  switch (decided.kind) {
    case 'accept':
      return go('finds nothing open', CHECKOUT.Accept);
    case 'join':
      return go(`finds ${letter(attempt - 1)} open`, CHECKOUT.Join);
    case 'await':
      go('waits for its own attempt', CHECKOUT.Over);
      return go('finds its own attempt open', CHECKOUT.Resume);
    case 'readAgain':
      return go('reads again', CHECKOUT.Read);
    case 'keyReused':
    case 'replay':
    case 'paid':
    case 'otherPaymentOpen':
      return go(`is answered: ${decided.kind}`, CHECKOUT.Over);
  }
}
