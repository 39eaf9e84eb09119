// The deciding writes on one attempt, and on one review: claim, clear, resume, count, move, end, raise.

import { describe, expect } from 'vitest';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import { type Attempt, TIMELINE_MOST } from '#core/records/attempt.ts';
import type { Review } from '#core/records/review.ts';
import { toSeconds } from '#core/time/instant.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { clearSend } from '#core/writes/clear-send.ts';
import { countReading } from '#core/writes/count-reading.ts';
import { endVigil, moveDue } from '#core/writes/move-due.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import { resume } from '#core/writes/resume.ts';
import { A, at, attempt, DEFAULTS, ended, NO_KEYS, refOf, sent } from '../../core/examples.ts';
import { PLACES, type WriteCase, writeCase } from './write-case.ts';

const ref = refOf(A);
const token = 'token';
const noted = (on: Attempt, seconds: number) => [...on.timeline, expect.objectContaining({ at: at(seconds) })];
const CLOSED = ['Succeeded', 'Declined', 'Failed', 'Abandoned'] as const;
const closed = CLOSED.map((status) => [`the attempt is ${status}`, { a: { status } }, ['a']] as const);
const missing = ['there is no such attempt', { a: null }, ['a']] as const;

/** The key window of 86,400 s less 7 s of the charge function, 900 s of the provider and 30 s of clock skew. */
const WINDOW = 85_463;
const claimed = (over: Partial<Attempt>): Attempt =>
  sent(1, [1], { lastSentAt: at(20), firstSentAt: at(20), timeline: noted(attempt(), 20), ...over });
const claim = { ref, resumes: 0, sends: 0, poll: false, now: at(20), token };
const twice = sent(2, [2], { notFoundReadings: 1, resumes: 3, runSends: 1, lastStartedAt: at(10) });

const full = Array.from({ length: TIMELINE_MOST }, (_, i) => ({ at: at(i), what: 'sent' }));

const review: Review = {
  ...ref,
  kind: 'refund-due',
  status: 'Open',
  reference: attempt().reference,
  evidence: { providerPaymentId: 'ch_000002', paidBy: A },
  raisedAt: at(5),
};

const CASES: Record<string, WriteCase> = {
  'claim-send, the first': {
    write: () => claimSend(claim, DEFAULTS),
    before: { a: attempt() },
    after: { a: claimed({}) },
    refusedBy: [
      missing,
      ...closed,
      ['the attempt is held', { a: { held: true } }, ['a']],
      ['a newer run has begun', { a: { resumes: 1 } }, ['a']],
      ['another send was claimed', { a: { sends: 1 } }, ['a']],
      ['the run’s 60 s have passed', { a: { lastStartedAt: at(-40) } }, ['a']],
    ],
    also: [['a second of the run is left', { a: { lastStartedAt: at(-39) } }]],
  },
  'claim-send, a later one': {
    write: () => claimSend({ ...claim, resumes: 3, sends: 2 }, DEFAULTS),
    before: { a: twice },
    after: {
      a: {
        ...twice,
        sends: 3,
        runSends: 2,
        doubtful: new Set([2, 3]),
        lastSentAt: at(20),
        notFoundReadings: 0,
        timeline: noted(twice, 20),
      },
    },
    also: [['a second of the key window is left', { a: { firstSentAt: at(20 - WINDOW + 1) } }]],
    refusedBy: [
      ['the key window has passed', { a: { firstSentAt: at(20 - WINDOW) } }, ['a']],
      ['it is an older run’s', { a: { resumes: 4 } }, ['a']],
    ],
  },
  'claim-send, asking again after a 409': {
    write: () => claimSend({ ...claim, poll: true, sends: 1 }, DEFAULTS),
    before: { a: sent(1, [1]) },
    after: {
      a: sent(2, [1, 2], { runSends: 1, runPolls: 1, lastSentAt: at(20), timeline: noted(attempt(), 20) }),
    },
    refusedBy: [],
  },
  'claim-send, with a timeline that is full': {
    write: () => claimSend(claim, DEFAULTS),
    before: { a: attempt({ timeline: full }) },
    after: { a: claimed({ timeline: [...full.slice(0, -1), expect.objectContaining({ at: at(20) })] }) },
    refusedBy: [['a newer run has begun', { a: { resumes: 1 } }, ['a']]],
  },
  'claim-send, to a provider that takes no keys': {
    write: () => claimSend({ ...claim, sends: 1 }, NO_KEYS),
    before: { a: sent(1, []) },
    after: { a: sent(2, [2], { lastSentAt: at(20), timeline: noted(attempt(), 20) }) },
    refusedBy: [['an earlier send is doubtful', { a: { doubtful: new Set([1]) } }, ['a']]],
  },
  'clear-send': {
    write: () => clearSend({ ref, send: 2, credentialsRefusedIn: null, detail: 'refused 503', now: at(9), token }),
    before: { a: sent(2, [1, 2], { credentialsRefused: 0 }) },
    after: { a: sent(2, [1], { timeline: noted(attempt(), 9) }) },
    also: [
      ['the attempt has ended', { a: ended('Succeeded') }],
      ['it was cleared before', { a: { doubtful: undefined } }],
    ],
    refusedBy: [missing],
  },
  'clear-send, the last doubt, by a 401': {
    write: () => clearSend({ ref, send: 1, credentialsRefusedIn: 0, detail: 'credentials 401', now: at(9), token }),
    before: { a: sent(1, [1]) },
    after: { a: sent(1, [], { credentialsRefused: 0, timeline: noted(attempt(), 9) }) },
    refusedBy: [],
  },
  resume: {
    write: () => resume(ref, at(5), token),
    before: { a: sent(4, [4], { runPolls: 2, credentialsRefused: 0 }) },
    after: {
      a: sent(4, [4], { resumes: 1, lastStartedAt: at(5), runSends: 0, timeline: noted(attempt(), 5) }),
    },
    refusedBy: [
      missing,
      ...closed,
      ['the attempt is held', { a: { held: true } }, ['a']],
      ['the last start is less than 5 s old', { a: { lastStartedAt: at(0.001) } }, ['a']],
    ],
  },
  'count-reading, the first': {
    write: () => countReading({ ref, seen: { sends: 1 }, recheckSeconds: 60, now: at(1_800.5), token }),
    before: { a: sent(1, [1], { checks: 4 }) },
    after: {
      a: sent(1, [1], {
        notFoundReadings: 1,
        lastCheckedAt: at(1_800.5),
        checks: 0,
        nextCheckAt: toSeconds(at(1_861)),
        timeline: noted(attempt(), 1_800.5),
      }),
    },
    refusedBy: [
      missing,
      ...closed,
      ['a send was claimed meanwhile', { a: { sends: 2 } }, ['a']],
      ['a reading was counted meanwhile', { a: { lastCheckedAt: at(1_800) } }, ['a']],
    ],
  },
  'count-reading, after one that was read': {
    write: () =>
      countReading({
        ref,
        seen: { sends: 1, lastCheckedAt: at(9) },
        recheckSeconds: 60,
        now: at(1_800),
        token,
      }),
    before: { a: sent(1, [1], { lastCheckedAt: at(9) }) },
    after: {
      a: sent(1, [1], {
        notFoundReadings: 1,
        lastCheckedAt: at(1_800),
        nextCheckAt: toSeconds(at(1_860)),
        timeline: noted(attempt(), 1_800),
      }),
    },
    refusedBy: [
      ['another was counted meanwhile', { a: { lastCheckedAt: at(1_000) } }, ['a']],
      ['none stands any more', { a: { lastCheckedAt: undefined } }, ['a']],
    ],
  },
  'move-due': {
    write: () => moveDue(PLACES.a, toSeconds(at(120)), toSeconds(at(180)), token),
    before: { a: sent(1, [1]) },
    after: { a: sent(1, [1], { nextCheckAt: toSeconds(at(180)), checks: 1 }) },
    refusedBy: [
      missing,
      ['another sweep moved it', { a: { nextCheckAt: toSeconds(at(180)) } }, ['a']],
      ['it was closed, and must not come back', { a: { nextCheckAt: undefined, dueShard: undefined } }, ['a']],
    ],
  },
  'end-vigil': {
    write: () => endVigil(ref, token),
    before: { a: { ...ended('Abandoned'), dueShard: '3', nextCheckAt: toSeconds(at(120)) } },
    after: { a: ended('Abandoned') },
    also: [['it has ended', { a: { dueShard: undefined, nextCheckAt: undefined } }]],
    refusedBy: [
      missing,
      ['it turned out to be charged', { a: { status: 'Succeeded' } }, ['a']],
      ['it is open', { a: { status: 'Open' } }, ['a']],
    ],
  },
  'raise-review': {
    write: () => raiseReview({ ...review, evidence: { providerPaymentId: 'ch_000003' }, raisedAt: at(99) }, token),
    before: { refundA: { ...review, status: 'Decided', decision: 'refunded' } },
    after: { refundA: { ...review, status: 'Decided', decision: 'refunded' } },
    also: [['there was none', { refundA: null }]],
    refusedBy: [],
  },
};

export function attemptWrites(freshStore: () => Promise<PaymentStore>): void {
  for (const [name, example] of Object.entries(CASES)) describe(name, () => writeCase(freshStore, example));
}
