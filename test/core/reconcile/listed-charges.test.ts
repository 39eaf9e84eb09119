// What the provider lists, compared with the attempt: only what fits in every detail proves anything (design section 5).

import { describe, expect, it, test } from 'vitest';
import type { LookupOutcome } from '#core/outcome/outcome.ts';
import { type LookupVerdict, readLookup } from '#core/reconcile/listed-charges.ts';
import { DEFAULTS, FORGETS_ERRORS, NO_KEYS, NOT_REPLAYING, sent } from '../examples.ts';
import { DECLINE, found, INCONCLUSIVE, listed, MISS, OTHER_AMOUNT, PENDING } from './listings.ts';

const charged = (over: object = {}): LookupVerdict => ({
  kind: 'charged',
  providerPaymentId: 'ch_000001',
  more: [],
  contradicted: false,
  ...over,
});
const PENDING_VERDICT: LookupVerdict = { kind: 'open', because: 'pending' };
const CONTRADICTED: LookupVerdict = { kind: 'contradicted' };
const NOT_FOUND: LookupVerdict = { kind: 'notFound' };
const DECLINED: LookupVerdict = { kind: 'declined', reason: 'insufficient_funds' };

describe('one doubtful send', () => {
  test.each<[string, LookupOutcome, LookupVerdict]>([
    ['a failed lookup is no verdict', INCONCLUSIVE, { kind: 'open', because: 'timeout' }],
    ['nothing', MISS, NOT_FOUND],
    ['found and matching', found(listed()), charged()],
    ['found, after a decline', found(DECLINE, listed()), charged()],
    ['found, beside one in progress', found(PENDING, listed()), charged()],
    ['found twice: a second charge', found(listed(), listed({ id: 'ch_000002' })), charged({ more: ['ch_000002'] })],
    ['found, beside another amount', found(OTHER_AMOUNT, listed()), charged({ contradicted: true })],
    ['another amount', found(OTHER_AMOUNT), CONTRADICTED],
    ['another currency', found(listed({ currency: 'USD' })), CONTRADICTED],
    ['another reference', found(listed({ reference: 'EW7Y4GRDSP-1002-x' })), CONTRADICTED],
    ['another amount, in progress', found({ ...OTHER_AMOUNT, status: 'pending' }), CONTRADICTED],
    ['another amount beside ours in progress', found(OTHER_AMOUNT, PENDING), CONTRADICTED],
    ['in progress', found(PENDING), PENDING_VERDICT],
    ['in progress, after a decline', found(DECLINE, PENDING), PENDING_VERDICT],
    ['declined: it is the doubtful send’s own', found(DECLINE), DECLINED],
    ['declined without a reason', found({ ...DECLINE, declineReason: null }), { kind: 'declined', reason: 'declined' }],
  ])('%s', (_name, lookup, verdict) => expect(readLookup(sent(1, [1]), lookup, DEFAULTS)).toEqual(verdict));
});

describe('a listed decline', () => {
  const decline = (sends: number, doubtful: readonly number[], settings = DEFAULTS) =>
    readLookup(sent(sends, doubtful), found(DECLINE), settings).kind;

  it('proves nothing while two sends are doubtful: one may still charge', () => {
    expect(decline(2, [1, 2])).toBe('notFound');
    expect(decline(3, [1, 3], NOT_REPLAYING)).toBe('notFound');
  });

  it('is of no doubtful send if there is none', () => expect(decline(1, [])).toBe('notFound'));

  it('is the doubtful one’s if all others are proved refused and none can have a decline of its own', () => {
    expect(decline(3, [3])).toBe('declined');
    expect(decline(2, [2], NO_KEYS)).toBe('declined');
    expect(decline(2, [2], FORGETS_ERRORS)).toBe('declined');
  });

  it('is the only send’s own, whatever is replayed', () => {
    expect(decline(1, [1], NOT_REPLAYING)).toBe('declined');
  });

  it('may be a refused one’s where first results are not replayed', () => {
    expect(decline(2, [1], NOT_REPLAYING)).toBe('notFound');
  });
});
