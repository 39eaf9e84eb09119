// What core makes of a reply to a charge, or of none: its reply table first, then the next step.

import { type ChargeStep, nextStep } from '#core/charge/next-step.ts';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { ReplyBody } from '#core/outcome/provider-reply.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { shown } from './decisions.ts';
import { attemptFrom, orderFrom, paymentId } from './records.ts';
import { UNTOUCHED } from './state.ts';
import { NOW } from './ticks.ts';
import { ATTEMPT, bit, ORDER, SEND } from './words.ts';
import { keeps, type World } from './world.ts';

const STATUSES: Readonly<Record<number, number>> = {
  [SEND.Approved]: 201,
  [SEND.Declined]: 402,
  [SEND.Refused]: 429,
  [SEND.Unavailable]: 503,
  [SEND.ServerError]: 500,
  [SEND.InProgress]: 409,
};

/** null: nothing came within `attemptTimeoutSeconds`. */
function outcomeOf(reply: number | null, attempt: Attempt, world: World): SendOutcome {
  if (reply === null) return { kind: 'unknown', reason: 'timeout', status: null };
  const { amountMinor, currency, reference } = attempt;
  const charge = {
    id: paymentId(1),
    status: 'succeeded',
    amount: amountMinor,
    currency,
    merchant_reference: reference,
  };
  const body: ReplyBody = reply === SEND.Approved ? { kind: 'json', value: charge } : { kind: 'empty' };
  const status = STATUSES[reply] ?? 500;
  const { provider } = world.settings;
  const contract = keeps(world, 'refusalByContract') ? provider : { refusalStatuses: [503] };
  const outcome = classifyReply({ status, retryAfter: null, replayed: false, body }, attempt, contract);
  const doubtful = outcome.kind === 'unknown' || outcome.kind === 'stillProcessing';
  return doubtful && !keeps(world, 'refusalProved') ? { kind: 'refused', status, retryAfter: null } : outcome;
}

/** `others`: doubtful sends besides this one, as the claim left them. Both answers: with a send to spare, and without. */
export function afterReply(reply: number | null | 'notSent', others: number, world: World): readonly ChargeStep[] {
  return world.memory.of('reply', `${reply} ${others}`, () => {
    const attempt = claimed(others, world);
    const outcome: SendOutcome =
      reply === 'notSent'
        ? { kind: 'notSent', phase: 'lookup', code: 'NO_TIME_LEFT' }
        : outcomeOf(reply, attempt, world);
    const [seen, settings] = shown(outcome.kind === 'declined' ? 'nextStepDeclined' : 'nextStep', attempt, world);
    const moment = { now: NOW, random: 0 };
    return [20, 1].map((maxSends) => nextStep(seen, outcome, moment, { ...settings, maxSends }, 'granted'));
  });
}

/** An attempt whose newest send was claimed just now. */
function claimed(others: number, { settings }: World): Attempt {
  const numbers = Array.from({ length: others + 1 }, (_, i) => i + 1);
  const doubtful = numbers.reduce((mask, n) => mask | bit(n), 0);
  const order = orderFrom({ status: ORDER.PaymentPending, open: 1, paid: 0 });
  const attempt = attemptFrom(
    1,
    { ...UNTOUCHED, status: ATTEMPT.Open, card: 1, sends: others + 1, doubtful },
    order,
    settings,
  );
  if (attempt === null) throw new RangeError('an open attempt is an attempt');
  return { ...attempt, lastStartedAt: NOW };
}
