// What holds for every outcome, whatever was sent before (design section 9, I2 and I7; section 4, waits).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStep } from '#core/charge/next-step.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import { attemptAddress } from '#core/records/address.ts';
import { type Attempt, doubtfulSends } from '#core/records/attempt.ts';
import type { Settings } from '#core/settings/settings.ts';
import { plusSeconds } from '#core/time/instant.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { clearSend } from '#core/writes/clear-send.ts';
import { A, at, attempt, DEFAULTS, FORGETS_ERRORS, NO_KEYS, NOT_REPLAYING, NOW, refOf, sent } from '../examples.ts';
import { Tables } from '../writes/interpreter.ts';
import { OUTCOMES, REFUSALS } from './outcomes.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const header = fc.option(fc.oneof(fc.nat(100).map(String), fc.string({ maxLength: 4 })));
const anyOutcome = fc.tuple(fc.constantFrom(...OUTCOMES), header).map(([outcome, retryAfter]): SendOutcome => {
  return outcome.kind === 'refused' || outcome.kind === 'stillProcessing' ? { ...outcome, retryAfter } : outcome;
});

const anyCase = fc
  .record({
    sends: fc.integer({ min: 1, max: 8 }),
    earlier: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    runSends: fc.integer({ min: 1, max: 6 }),
    runPolls: fc.nat(6),
    credentialsRefused: fc.integer({ min: 0, max: 1 }),
    seconds: fc.integer({ min: 0, max: 70_000 }).map((ms) => ms / 1000),
    random: chance,
    outcome: anyOutcome,
    contract: fc.constantFrom(DEFAULTS, NOT_REPLAYING, NO_KEYS, FORGETS_ERRORS),
    maxSends: fc.integer({ min: 1, max: 6 }),
    budget: fc.constantFrom('granted', 'spent'),
  })
  .map(({ sends, earlier, runSends, runPolls, credentialsRefused, seconds, random, outcome, contract, ...c }) => {
    const others = earlier.filter((n) => n < sends);
    const claimed = sent(sends, [...others, sends], { runSends, runPolls, credentialsRefused });
    const settings: Settings = { ...contract, maxSends: c.maxSends };
    const moment = { now: at(seconds), random };
    const step = nextStep(claimed, outcome, moment, settings, c.budget);
    return { claimed, others, outcome, settings, moment, budget: c.budget, step };
  });

const always = (holds: (c: typeof anyCase extends fc.Arbitrary<infer Case> ? Case : never) => void) =>
  fc.assert(
    fc.property(anyCase, (c) => {
      holds(c);
    }),
    { numRuns: 3_000 },
  );

describe('I2: nobody is told "failed" while a send is doubtful', () => {
  it('Failed is closed only if this send is proved refused and no other is doubtful', () =>
    always(({ claimed, others, outcome, step }) => {
      if (step.kind !== 'closeFailed') return;
      expect(others).toEqual([]);
      // Section 5: a contract violation on the very first send is about this request alone.
      const firstViolation = outcome.kind === 'contractViolation' && claimed.sends === 1;
      expect(firstViolation || REFUSALS.some(({ kind }) => kind === outcome.kind)).toBe(true);
    }));

  it('Declined is closed only on a 402, beside doubtful sends only if first results are replayed', () =>
    always(({ others, outcome, settings, step }) => {
      if (step.kind !== 'closeDeclined') return;
      expect(outcome.kind).toBe('declined');
      if (others.length > 0) expect(settings.provider.replaysFirstResult).toBe(true);
    }));

  it('Succeeded is closed on an approval, always and only', () =>
    always(({ outcome, step }) => expect(step.kind === 'closeSucceeded').toBe(outcome.kind === 'approved')));

  it('a send is cleared only if it is proved refused', () =>
    always(({ outcome, step }) => {
      if ('clear' in step) expect(step.clear).toBe(REFUSALS.some(({ kind }) => kind === outcome.kind));
    }));
});

describe('a wait', () => {
  it('is a whole number of seconds, 1 to the cap, and ends before the deadline', () =>
    always(({ step, moment, settings }) => {
      if (!('waitSeconds' in step)) return;
      expect(Number.isInteger(step.waitSeconds)).toBe(true);
      expect(step.waitSeconds).toBeGreaterThanOrEqual(1);
      expect(step.waitSeconds).toBeLessThanOrEqual(Math.max(settings.backoffCapSeconds, settings.retryAfterCapSeconds));
      expect(plusSeconds(moment.now, step.waitSeconds)).toBeLessThan(at(settings.chargeDeadlineSeconds));
    }));

  it('is followed by a claim that can be made: what a step promises, write 2 allows', () =>
    always(({ claimed, step, moment, settings }) => {
      if (!('waitSeconds' in step)) return;
      const tables = new Tables().put(attemptAddress(refOf(A)), claimed);
      const about = { ref: refOf(A), now: plusSeconds(moment.now, step.waitSeconds), token: 'claim' };
      if (step.kind === 'retry' && step.clear)
        tables.write(
          clearSend({
            ...about,
            send: claimed.sends,
            credentialsRefusedIn: step.credentials ? claimed.resumes : null,
            detail: '',
            token: 'clear',
          }),
        );
      const poll = step.kind === 'stillProcessing';
      const claim = claimSend({ ...about, resumes: 0, sends: claimed.sends, poll }, settings);
      expect(tables.write(claim)).toMatchObject({ written: true });
    }));
});

describe('maxSends', () => {
  it('a retry always leaves one send to make, which the retry after a 401 is beside them', () =>
    always(({ claimed, settings, step }) => {
      if (step.kind !== 'retry') return;
      expect(claimed.runSends).toBeLessThan(settings.maxSends + (step.credentials ? 1 : 0));
    }));

  it('a run makes no more than so many sends, however many polls lie between', () => {
    const answers = fc.array(anyOutcome, { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 5 }), chance, (outcomes, maxSends, random) => {
        const settings: Settings = { ...DEFAULTS, maxSends };
        const at0 = attemptAddress(refOf(A));
        const tables = new Tables().put(at0, attempt());
        let now = NOW;
        let poll = false;
        let sends = 0;
        let refusedByLastSend = false;
        for (const [i, outcome] of outcomes.entries()) {
          const claim = claimSend({ ref: refOf(A), resumes: 0, sends: i, poll, now, token: `claim ${i}` }, settings);
          const answer = tables.write(claim);
          if (!answer.written) throw new Error('a promised claim was refused');
          if (!poll) sends++;
          if (sends === maxSends && outcome.kind === 'credentials') refusedByLastSend = true;
          const claimed = answer.after as unknown as Attempt;
          expect(doubtfulSends(claimed).has(i + 1)).toBe(true);
          const step = nextStep(claimed, outcome, { now, random }, settings, 'granted');
          if (!('waitSeconds' in step)) break;
          now = plusSeconds(now, step.waitSeconds);
          poll = step.kind === 'stillProcessing';
        }
        expect(sends).toBeLessThanOrEqual(maxSends + (refusedByLastSend ? 1 : 0));
      }),
    );
  });
});
