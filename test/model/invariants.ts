// What must hold in every state that can be reached, and across every step (design section 9), each as: is it broken?

import type { AttemptState, State } from './state.ts';
import { ATTEMPT, bit, ORDER, TOLD } from './words.ts';
import type { World } from './world.ts';

const { Open, Succeeded, Declined, Failed } = ATTEMPT;

const count = (mask: number): number => (mask === 0 ? 0 : (mask & 1) + count(mask >> 1));
const inAll = (s: State, of: (attempt: AttemptState) => number): number => {
  let sum = 0;
  for (const attempt of s.attempts) sum += of(attempt);
  return sum;
};
const charges = ({ provider }: AttemptState): number => provider.charges;
/** Without that, no answer can be right for ever: a charge may come after everybody was told that there is none. */
const keepsItsWord = ({ behaviour }: World): boolean => behaviour.honest && behaviour.inTime;

export const OF_A_STATE: Readonly<Record<string, (s: State, world: World) => boolean>> = {
  'I1 an attempt is charged twice': (s, { behaviour }) =>
    behaviour.honest && s.attempts.some((attempt) => charges(attempt) > 1),
  'I1 an order is charged twice by a provider that keeps its word': (s, world) =>
    keepsItsWord(world) && inAll(s, charges) > 1,
  'I1 a second known charge, and no refund-due review': (s) =>
    s.attempts.some(({ known, refundDue }, i) => count(known) > (i + 1 === s.order.paid ? 1 : 0) && !refundDue),
  'I1 a refund-due review, and only one charge is known': (s) =>
    s.attempts.some(({ refundDue }) => refundDue) && inAll(s, ({ known }) => count(known)) < 2,
  'I2 Failed or Declined, and charged': (s, { behaviour }) =>
    behaviour.honest && s.attempts.some((a) => (a.status === Failed || a.status === Declined) && charges(a) > 0),
  'I2 a charge is known, and the order is not Paid': (s) =>
    s.order.status !== ORDER.Paid && s.attempts.some(({ known }) => known > 0),
  'I2 a key is answered 200 and 402': (s, world) =>
    keepsItsWord(world) && s.keys.some(({ told }) => told === (TOLD.Paid | TOLD.Declined)),
  'I2 one key leads to two bodies': (s) =>
    s.keys.some(({ lineage, card }) => s.attempts.some((attempt, i) => lineage & bit(i + 1) && attempt.card !== card)),
  'I2 an attempt answers for a key that came after it was over': (s) =>
    s.keys.some(({ lineage, wasOpen }) => lineage > 0 && !wasOpen),
  'I3 two attempts of one order are open': (s) => inAll(s, ({ status }) => Number(status === Open)) > 1,
  'I4 an order waits for an attempt that is over': ({ order, attempts }) =>
    (order.status === ORDER.PaymentPending && attempts[order.open - 1]?.status !== Open) ||
    (order.status === ORDER.Placed && order.open !== 0),
  'I4 an attempt is open, and its order does not name it': ({ order, attempts }) =>
    attempts.some(({ status }, i) => status === Open && order.open !== i + 1),
  'I5 a send is in doubt that was never claimed': ({ attempts }) =>
    attempts.some(({ doubtful, sends }) => doubtful >= bit(sends + 1)),
};

export const OF_A_STEP: Readonly<Record<string, (s: State, before: State) => boolean>> = {
  'I3 a final state is overwritten': (s, before) =>
    s.attempts.some(({ status, payment }, i) => {
      const was = before.attempts[i];
      if (!was) return false;
      const kept = was.status <= Open || status === was.status || (status === Succeeded && was.status !== Succeeded);
      return !kept || (was.payment > 0 && payment !== was.payment);
    }),
  'I3 a Paid order changes': (s, before) =>
    before.order.status === ORDER.Paid && (s.order.status !== ORDER.Paid || s.order.paid !== before.order.paid),
};

/** I4: every attempt has ended, or is in front of a person. */
export const ended = ({ attempts }: State): boolean =>
  attempts.every(({ status, undecided }) => status !== Open || undecided === 1);
