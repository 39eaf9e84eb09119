// Core's decisions about one attempt, as the model asks for them: what a read, a lookup or an open breaker makes of it.

import { claimRefusal } from '#core/charge/claim-refusal.ts';
import { turnedAway } from '#core/charge/turned-away.ts';
import type { ListedCharge, LookupOutcome } from '#core/outcome/outcome.ts';
import { afterLookup, type ReconcileStep } from '#core/reconcile/after-lookup.ts';
import { beforeLookup } from '#core/reconcile/before-lookup.ts';
import { isUndecided } from '#core/reconcile/undecided.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import { plusSeconds } from '#core/time/instant.ts';
import type { Decision } from './guards.ts';
import type { State } from './state.ts';
import { recordOf, stored } from './tables.ts';
import { NOW } from './ticks.ts';
import { LOOK } from './words.ts';
import type { World } from './world.ts';

/** What the decision is shown: all of it, unless the guard that is missing hides something. */
export const shown = (decision: Decision, attempt: Attempt, { without, settings }: World): [Attempt, Settings] => {
  const seen = without?.shown?.(decision, attempt, settings);
  return seen ? [seen.attempt, seen.settings] : [attempt, settings];
};

/** The breaker is open: may a run that could claim its next send end its attempt as not charged? */
export const provedUnsent = (s: State, n: number, run: number, world: World): boolean => {
  const attempt = s.attempts[n - 1];
  return world.memory.of('turned away', `${run} ${attempt ? stored(attempt) : ''}`, () => {
    const why = { kind: 'open', until: plusSeconds(NOW, 1) } as const;
    const record = recordOf(s, n, world) as Attempt;
    if (claimRefusal(record, run, NOW, world.settings).kind !== 'claimNext') return false;
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
