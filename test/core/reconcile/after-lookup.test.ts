// What a lookup decides (design section 5, reconcile): close what is proved, count what is missing, abandon in the end.

import { describe, expect, it, test } from 'vitest';
import type { LookupOutcome } from '#core/outcome/outcome.ts';
import { afterLookup, type ReconcileStep } from '#core/reconcile/after-lookup.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { toSeconds } from '#core/time/instant.ts';
import { at, attempt, DEFAULTS, ended, FORGETS_ERRORS, sent, settings } from '../examples.ts';
import { DECLINE, found, INCONCLUSIVE, listed, MISS, OTHER_AMOUNT, PENDING } from './listings.ts';

const UNKNOWN: ReconcileStep = { kind: 'stillUnknown', contradicted: false };
const READING: ReconcileStep = { kind: 'countReading' };
const step = (seen: Attempt, seconds: number, lookup: LookupOutcome, s = DEFAULTS) =>
  afterLookup(seen, at(seconds), lookup, s);
const succeeded = (over: object = {}): ReconcileStep => ({
  kind: 'closeSucceeded',
  providerPaymentId: 'ch_000001',
  more: [],
  contradicted: false,
  ...over,
});
/** The first look of the vigil: a quarter of the key retention after the abandonment. */
const abandon = (seconds: number): ReconcileStep => ({ kind: 'abandon', nextLook: toSeconds(at(seconds + 21_600)) });

describe('an open attempt, however old', () => {
  test.each<[string, LookupOutcome, ReconcileStep]>([
    ['found: close Succeeded', found(listed()), succeeded()],
    ['found twice', found(listed(), listed({ id: 'ch_000002' })), succeeded({ more: ['ch_000002'] })],
    ['found beside a contradiction', found(listed(), OTHER_AMOUNT), succeeded({ contradicted: true })],
    ['declined: close Declined', found(DECLINE), { kind: 'closeDeclined', reason: 'insufficient_funds' }],
    ['contradicted: review, and still unknown', found(OTHER_AMOUNT), { kind: 'stillUnknown', contradicted: true }],
    ['pending', found(PENDING), UNKNOWN],
    ['inconclusive: never a verdict', INCONCLUSIVE, UNKNOWN],
  ])('%s', (_name, lookup, expected) => {
    for (const seconds of [1, 1_800, 86_400]) {
      expect(step(sent(1, [1]), seconds, lookup)).toEqual(expected);
      const counted = sent(1, [1], { notFoundReadings: 1, lastCheckedAt: at(-9_000) });
      expect(step(counted, seconds, lookup)).toEqual(expected);
    }
  });
});

describe('not found', () => {
  const read = (readings: number, checked: number) =>
    sent(1, [1], { notFoundReadings: readings, lastCheckedAt: at(checked) });

  test.each<[string, Attempt, number, ReconcileStep]>([
    ['while the send may be in flight, it proves nothing', sent(1, [1]), 1_799.999, UNKNOWN],
    ['abandonAfterSeconds after the last send, it is the first reading', sent(1, [1]), 1_800, READING],
    ['counted from the last send', sent(2, [1, 2], { lastSentAt: at(100) }), 1_899.999, UNKNOWN],
    ['counted from the last send, by then', sent(2, [1, 2], { lastSentAt: at(100) }), 1_900, READING],
    ['sooner than recheckSeconds, it is not counted again', read(1, 1_800), 1_859.999, UNKNOWN],
    ['recheckSeconds later, two readings stand: abandon', read(1, 1_800), 1_860, abandon(1_860)],
    ['a reading from before the last send was taken back', read(0, 1_790), 1_800, READING],
    ['two readings stand and this lookup found nothing', read(2, 1_860), 1_861, abandon(1_861)],
    ['nothing was ever sent: there is nothing to find', attempt(), 9_000, UNKNOWN],
  ])('%s', (_name, seen, seconds, expected) => expect(step(seen, seconds, MISS)).toEqual(expected));

  it('a decline that is not the doubtful send’s own counts as not found', () => {
    expect(step(sent(2, [1, 2]), 1_800, found(DECLINE))).toEqual(READING);
    expect(step(sent(2, [1, 2], { notFoundReadings: 1, lastCheckedAt: at(1_800) }), 1_860, found(DECLINE))).toEqual(
      abandon(1_860),
    );
  });

  it('an inconclusive lookup does not abandon, whatever readings stand: only its own not-found does', () => {
    expect(step(read(2, 1_860), 9_000, INCONCLUSIVE)).toEqual(UNKNOWN);
    expect(step(read(2, 1_860), 9_000, found(PENDING))).toEqual(UNKNOWN);
  });

  it('is not watched any more when the provider has forgotten the key', () => {
    expect(step(read(1, 86_300), 86_399.999, MISS)).toEqual(abandon(86_400));
    expect(step(read(1, 86_300), 86_400, MISS)).toEqual({ kind: 'abandon', nextLook: null });
  });

  it('follows the settings', () => {
    const slow = settings({ abandonAfterSeconds: 3_000, recheckSeconds: 600 });
    expect(step(sent(1, [1]), 2_999, MISS, slow)).toEqual(UNKNOWN);
    expect(step(read(1, 3_000), 3_599, MISS, slow)).toEqual(UNKNOWN);
    expect(step(read(1, 3_000), 3_600, MISS, slow)).toEqual(abandon(3_600));
  });
});

describe('the vigil of an abandoned attempt', () => {
  const abandoned = ended('Abandoned');

  test.each<[string, LookupOutcome]>([
    ['not found', MISS],
    ['declined: it was given up already', found(DECLINE)],
  ])('%s: it goes on until the key retention ends', (_name, lookup) => {
    expect(step(abandoned, 86_399.999, lookup)).toEqual(UNKNOWN);
    expect(step(abandoned, 86_400, lookup)).toEqual({ kind: 'endVigil', contradicted: false, undecided: false });
  });

  test.each<[string, LookupOutcome]>([
    ['pending', found(PENDING)],
    ['inconclusive: it is never a verdict', INCONCLUSIVE],
  ])('%s when the key retention ends: a person must look on', (_name, lookup) => {
    expect(step(abandoned, 86_399.999, lookup)).toEqual(UNKNOWN);
    expect(step(abandoned, 86_400, lookup)).toEqual({ kind: 'endVigil', contradicted: false, undecided: true });
  });

  it('late evidence still counts, also after the vigil', () => {
    expect(step(abandoned, 40_000, found(listed()))).toEqual(succeeded());
    expect(step(abandoned, 90_000, found(listed()))).toEqual(succeeded());
  });

  it('a contradiction is put in front of a person, and does not prolong it', () => {
    expect(step(abandoned, 40_000, found(OTHER_AMOUNT))).toEqual({ kind: 'stillUnknown', contradicted: true });
    expect(step(abandoned, 86_400, found(OTHER_AMOUNT))).toEqual({
      kind: 'endVigil',
      contradicted: true,
      undecided: false,
    });
  });

  it('ends by the attempt’s age if no first send is known', () => {
    const { firstSentAt, ...unsent } = abandoned;
    expect(step(unsent, 86_400, MISS, FORGETS_ERRORS)).toMatchObject({ kind: 'endVigil' });
  });
});
