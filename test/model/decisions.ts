// Core's decisions about one attempt, as the model asks for them: what a reply, a read or a lookup makes of it.

import { type ChargeStep, nextStep } from '#core/charge/next-step.ts';
import { turnedAway } from '#core/charge/turned-away.ts';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { ListedCharge, LookupOutcome, SendOutcome } from '#core/outcome/outcome.ts';
import type { ReplyBody } from '#core/outcome/provider-reply.ts';
import { afterLookup, type ReconcileStep } from '#core/reconcile/after-lookup.ts';
import { beforeLookup } from '#core/reconcile/before-lookup.ts';
import { isUndecided } from '#core/reconcile/undecided.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import { plusSeconds } from '#core/time/instant.ts';
import type { Decision } from './guards.ts';
import { paymentId } from './records.ts';
import type { State } from './state.ts';
import { recordOf, stored } from './tables.ts';
import { NOW } from './ticks.ts';
import { LOOK, SEND } from './words.ts';
import { keeps, type World } from './world.ts';

/** What the decision is shown: all of it, unless the guard that is missing hides something. */
export const shown = (decision: Decision, attempt: Attempt, { without, settings }: World): [Attempt, Settings] => {
  const seen = without?.shown?.(decision, attempt, settings);
  return seen ? [seen.attempt, seen.settings] : [attempt, settings];
};

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
function claimed(others: number, world: World): Attempt {
  const doubtful = new Set(Array.from({ length: others + 1 }, (_, i) => i + 1));
  const base = recordOf(ONE_OPEN, 1, world) as Attempt;
  return { ...base, lastStartedAt: NOW, sends: others + 1, runSends: 1, doubtful };
}

const ONE_OPEN = {
  order: { status: 1, open: 1, paid: 0 },
  attempts: [
    {
      status: 1,
      card: 1,
      resumes: 0,
      sends: 1,
      doubtful: 1,
      held: 0,
      readings: 0,
      payment: 0,
      sinceStart: 0,
      sinceSend: 0,
      sinceFirst: 0,
      sinceCheck: 0,
    },
  ],
  keys: [],
  checkouts: [],
} as unknown as State;

/** The breaker is open: may the run end its attempt as not charged? */
export const provedUnsent = (s: State, n: number, world: World): boolean => {
  const attempt = s.attempts[n - 1];
  return world.memory.of('turned away', attempt ? stored(attempt) : '', () => {
    const why = { kind: 'open', until: plusSeconds(NOW, 1) } as const;
    const record = recordOf(s, n, world) as Attempt;
    return turnedAway(record, why, { now: NOW, random: 0 }, world.settings).kind === 'closeFailed';
  });
};

export type Read =
  | { readonly kind: 'closeFailed'; readonly sends: number }
  | { readonly kind: 'lookup'; readonly ifMissing: number; readonly ifDeclined: number; readonly undecided: boolean };

/** Core's decision needs the read and the answer, and nothing later: so it is made with the read, for each answer. */
export function afterRead(s: State, n: number, world: World): Read {
  const attempt = s.attempts[n - 1];
  return world.memory.of('read', attempt ? stored(attempt) : '', () => {
    const record = recordOf(s, n, world) as Attempt;
    const before = beforeLookup(...asked('beforeLookup', record, world));
    if (before.kind === 'closeFailed') return before;
    const made = (decision: Decision, lookup: LookupOutcome): number => {
      const [seen, settings] = shown(decision, record, world);
      return toDo(afterLookup(seen, NOW, lookup, settings));
    };
    return {
      kind: 'lookup',
      ifMissing: made('afterLookup', { kind: 'answered', charges: [] }),
      ifDeclined: made('afterLookupDeclined', { kind: 'answered', charges: [declined(record)] }),
      undecided: world.reviews && isUndecided(record, NOW, withoutTheHour(world.settings)),
    };
  });
}

const asked = (decision: Decision, attempt: Attempt, world: World): [Attempt, typeof NOW, Settings] => {
  const [seen, settings] = shown(decision, attempt, world);
  return [seen, NOW, settings];
};

/** The hour past the abandonment age is left out: a review sooner than it would be raised is the harder case. */
const withoutTheHour = ({ abandonAfterSeconds }: Settings) => ({ abandonAfterSeconds: abandonAfterSeconds - 3_600 });

const declined = ({ reference, amountMinor, currency }: Attempt): ListedCharge => ({
  id: 'ch_declined',
  status: 'declined',
  amountMinor,
  currency,
  reference,
  declineReason: null,
});

function toDo(step: ReconcileStep): number {
  switch (step.kind) {
    case 'closeSucceeded':
      return LOOK.CloseSucceeded;
    case 'closeDeclined':
      return LOOK.CloseDeclined;
    case 'abandon':
      return LOOK.Abandon;
    case 'countReading':
      return LOOK.CountReading;
    case 'stillUnknown':
    case 'endVigil':
      return LOOK.StillUnknown;
  }
}
