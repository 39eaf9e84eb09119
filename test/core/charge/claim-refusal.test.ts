// Why a claim was refused (design section 3, write 2): by a newer run or a close it is superseded; by time or doubt, unknown.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { claimRefusal } from '#core/charge/claim-refusal.ts';
import { attemptAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import {
  A,
  at,
  attempt,
  DEFAULTS,
  ended,
  FORGETS_ERRORS,
  NO_KEYS,
  NOT_REPLAYING,
  NOW,
  refOf,
  sent,
} from '../examples.ts';
import { Tables } from '../writes/interpreter.ts';

/** The default window, less the time that a request may be under way: 86,400 - 937 s. */
const WINDOW = 85_463;

describe('the first reason that applies', () => {
  test.each<[string, Attempt, object]>([
    ['succeeded', ended('Succeeded'), { kind: 'superseded' }],
    ['declined', ended('Declined'), { kind: 'superseded' }],
    ['failed', ended('Failed'), { kind: 'superseded' }],
    ['abandoned', ended('Abandoned'), { kind: 'superseded' }],
    ['a newer run', sent(1, [1], { resumes: 1 }), { kind: 'superseded' }],
    ['a newer run of a held attempt', sent(1, [1], { resumes: 1, held: true }), { kind: 'superseded' }],
    ['held', sent(1, [1], { held: true }), { kind: 'unknown', because: 'held' }],
    [
      'held, past the window',
      sent(1, [1], { held: true, firstSentAt: at(-WINDOW) }),
      { kind: 'unknown', because: 'held' },
    ],
    ['past the window', sent(1, [1], { firstSentAt: at(-WINDOW) }), { kind: 'unknown', because: 'keyWindow' }],
    [
      'past the window, nothing doubtful',
      sent(1, [], { firstSentAt: at(-WINDOW) }),
      { kind: 'unknown', because: 'keyWindow' },
    ],
    ['just inside the window', sent(1, [1], { firstSentAt: at(-WINDOW + 0.001) }), { kind: 'claimNext', sends: 1 }],
    ['past the deadline, doubtful', sent(2, [1], { lastStartedAt: at(-60) }), { kind: 'unknown', because: 'deadline' }],
    ['past the deadline, all refused', sent(2, [], { lastStartedAt: at(-60) }), { kind: 'provedNotCharged', sends: 2 }],
    ['past the deadline, nothing sent', attempt({ lastStartedAt: at(-60) }), { kind: 'provedNotCharged', sends: 0 }],
    ['just before the deadline', sent(2, [2], { lastStartedAt: at(-59.999) }), { kind: 'claimNext', sends: 2 }],
    ['only another claim', sent(3, [3]), { kind: 'claimNext', sends: 3 }],
  ])('%s', (_name, seen, refusal) => expect(claimRefusal(seen, 0, NOW, DEFAULTS)).toEqual(refusal));

  test.each([
    ['takes no keys', NO_KEYS, { kind: 'unknown', because: 'doubtfulSend' }],
    ['forgets charges answered with errors', FORGETS_ERRORS, { kind: 'unknown', because: 'doubtfulSend' }],
    ['does not replay', NOT_REPLAYING, { kind: 'claimNext', sends: 1 }],
  ])('a doubtful send, and a provider that %s', (_name, settings, refusal) => {
    expect(claimRefusal(sent(1, [1]), 0, NOW, settings)).toEqual(refusal);
    expect(claimRefusal(sent(1, []), 0, NOW, settings)).toEqual({ kind: 'claimNext', sends: 1 });
  });
});

it('says "claim the next" exactly when the claim of the next would be written', () => {
  const anySeen = fc.record({
    status: fc.constantFrom<Attempt['status']>('Open', 'Open', 'Open', 'Abandoned'),
    resumes: fc.nat(1),
    held: fc.constantFrom({}, {}, { held: true }),
    first: fc.option(fc.constantFrom(0, -WINDOW + 1, -WINDOW, -WINDOW - 1, -90_000)),
    started: fc.constantFrom(0, -59, -60, -61),
    doubtful: fc.uniqueArray(fc.integer({ min: 1, max: 3 })),
    settings: fc.constantFrom(DEFAULTS, NO_KEYS, NOT_REPLAYING, FORGETS_ERRORS),
  });
  fc.assert(
    fc.property(anySeen, ({ status, resumes, held, first, started, doubtful, settings }) => {
      const { firstSentAt, ...rest } = sent(3, doubtful, { status, resumes, lastStartedAt: at(started), ...held });
      const seen: Attempt = first === null ? rest : { ...rest, firstSentAt: at(first) };
      const tables = new Tables().put(attemptAddress(refOf(A)), seen);
      const claim = { ref: refOf(A), resumes: 0, sends: 3, poll: false, now: NOW, token: 't' };
      const { written } = tables.write(claimSend(claim, settings));
      expect(claimRefusal(seen, 0, NOW, settings).kind === 'claimNext').toBe(written);
    }),
    { numRuns: 1_000 },
  );
});
