// Abandonment needs two readings, each taken abandonAfterSeconds after the last send and recheckSeconds apart, whatever
// happens in between (design sections 3, write 6, and 5).

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterLookup } from '#core/reconcile/after-lookup.ts';
import { attemptAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { type EpochMs, plusSeconds } from '#core/time/instant.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { countReading } from '#core/writes/count-reading.ts';
import { resume } from '#core/writes/resume.ts';
import { A, DEFAULTS, NOW, refOf, sent } from '../examples.ts';
import { Tables } from '../writes/interpreter.ts';
import { DECLINE, found, INCONCLUSIVE, MISS, OTHER_AMOUNT, PENDING } from './listings.ts';

const LOOKUPS = { miss: MISS, decline: found(DECLINE), pending: found(PENDING), inconclusive: INCONCLUSIVE } as const;

const anyEvent = fc.record({
  /** Seconds that pass before it. */
  after: fc.oneof(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 0, max: 2_000 })),
  what: fc.constantFrom(
    ...(['miss', 'miss', 'miss', 'decline', 'pending', 'inconclusive', 'contradiction', 'send'] as const),
  ),
  /** Seconds from the read before a lookup to the write after it. */
  took: fc.constantFrom(0, 1, 25),
});

/** Section 5 in words: when was a miss counted that still stands? */
class History {
  lastSent: EpochMs = NOW;
  counted: EpochMs | null = null;

  sent(at: EpochMs): void {
    this.lastSent = at;
    this.counted = null;
  }

  settled = (at: EpochMs): boolean => at - this.lastSent >= 1_800_000;
  mayAbandon = (at: EpochMs): boolean => this.settled(at) && this.counted !== null && at - this.counted >= 60_000;
}

it('holds for every order of lookups and sends', () => {
  let abandoned = 0;
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 25 }), (events) => {
      const at = attemptAddress(refOf(A));
      // Two doubtful sends: a listed decline proves nothing and counts as not found.
      const tables = new Tables().put(at, sent(2, [1, 2]));
      const history = new History();
      let now = NOW;
      for (const [i, { after, what, took }] of events.entries()) {
        now = plusSeconds(now, after);
        const ref = refOf(A);
        const seen = tables.get(at) as unknown as Attempt;
        if (what === 'send') {
          tables.write(resume(ref, now, `resume ${i}`));
          const { resumes, sends } = tables.get(at) as unknown as Attempt;
          const claim = claimSend({ ref, resumes, sends, poll: false, now, token: `claim ${i}` }, DEFAULTS);
          if (tables.write(claim).written) history.sent(now);
          continue;
        }
        const lookup = what === 'contradiction' ? found(OTHER_AMOUNT) : LOOKUPS[what];
        const step = afterLookup(seen, now, lookup, DEFAULTS);
        const isMiss = what === 'miss' || what === 'decline';
        expect(step.kind === 'abandon').toBe(isMiss && history.mayAbandon(now));
        expect(step.kind === 'countReading').toBe(isMiss && history.settled(now) && history.counted === null);
        if (step.kind === 'abandon') {
          abandoned++;
          return;
        }
        now = plusSeconds(now, took);
        if (step.kind !== 'countReading') continue;
        const reading = countReading({ ref, seen, recheckSeconds: 60, now, token: `reading ${i}` });
        expect(tables.write(reading).written).toBe(true);
        history.counted = now;
      }
    }),
    { numRuns: 1_500, seed: 5 },
  );
  expect(abandoned).toBeGreaterThan(100);
});
