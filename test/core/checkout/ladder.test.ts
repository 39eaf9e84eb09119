// The order in which a checkout decides (design section 5): 422, replay, Paid, await, join or 409, accept.

import { describe, expect, it, test } from 'vitest';
import { type CheckoutDecision, type CheckoutFacts, checkoutDecision } from '#core/checkout/ladder.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import { toSeconds } from '#core/time/instant.ts';
import { A, at, attempt, B, C, CARD, ended, ORDER_ID, OTHER_CARD, paidBy, placed, waitingFor } from '../examples.ts';

const FINGERPRINT = 'f'.repeat(64);
const keyTo = (attemptId: typeof A, over: Partial<ClientKey> = {}): ClientKey => ({
  fingerprint: FINGERPRINT,
  orderId: ORDER_ID,
  attemptId,
  expiresAt: toSeconds(at(172_800)),
  ...over,
});

/** A new key, an order that is placed. */
const decide = (over: Partial<CheckoutFacts> = {}): CheckoutDecision =>
  checkoutDecision({
    order: placed(),
    key: null,
    own: null,
    earlier: [],
    open: null,
    paid: null,
    fingerprint: FINGERPRINT,
    cardTokenHash: CARD,
    ...over,
  });

const own = (status: 'Succeeded' | 'Declined' | 'Failed' | 'Abandoned') => ({ key: keyTo(A), own: ended(status) });
const OPEN_A = { key: keyTo(A), own: attempt(), open: attempt(), order: waitingFor(A) };
const otherOpen = attempt({ attemptId: B, cardTokenHash: OTHER_CARD });
const sameOpen = attempt({ attemptId: B });
const paid = ended('Succeeded', { attemptId: B });
const PAID_BY_B = { order: paidBy(B), paid };

describe('rung by rung', () => {
  test.each<[string, Partial<CheckoutFacts>, CheckoutDecision]>([
    ['another body under the key', { key: keyTo(A, { fingerprint: 'e'.repeat(64) }) }, { kind: 'keyReused' }],
    ['the key’s own success', own('Succeeded'), { kind: 'replay', attempt: ended('Succeeded') }],
    ['the key’s own decline', own('Declined'), { kind: 'replay', attempt: ended('Declined') }],
    ['an order that is paid', PAID_BY_B, { kind: 'paid' }],
    ['the key’s own attempt is open', OPEN_A, { kind: 'await', attempt: attempt() }],
    [
      'another card while one is open: 409',
      { order: waitingFor(B), open: otherOpen },
      { kind: 'otherPaymentOpen', attempt: otherOpen },
    ],
    [
      'the same card while one is open: the same attempt',
      { order: waitingFor(B), open: sameOpen },
      { kind: 'join', attempt: sameOpen },
    ],
    ['a new key', {}, { kind: 'accept' }],
  ])('%s', (_name, facts, decision) => expect(decide(facts)).toEqual(decision));
});

describe('a key and the end of its attempt', () => {
  test.each(['Failed', 'Abandoned'] as const)('%s: the same key starts a new attempt', (status) => {
    expect(decide(own(status))).toEqual({ kind: 'accept' });
  });

  test.each(['Failed', 'Abandoned'] as const)('%s: or joins what is open with the same card', (status) => {
    const facts = { ...own(status), order: waitingFor(B), open: sameOpen };
    expect(decide(facts)).toEqual({ kind: 'join', attempt: sameOpen });
  });

  test.each(['Failed', 'Abandoned'] as const)('%s: another card beside an open payment is 409', (status) => {
    const facts = { ...own(status), order: waitingFor(B), open: otherOpen };
    expect(decide(facts)).toEqual({ kind: 'otherPaymentOpen', attempt: otherOpen });
  });

  test.each(['Failed', 'Abandoned'] as const)('%s: a paid order is paid', (status) => {
    expect(decide({ ...own(status), ...PAID_BY_B })).toEqual({ kind: 'paid' });
  });

  it('Declined blocks its key for good: only a new key tries again', () => {
    for (const facts of [{}, { order: waitingFor(B), open: sameOpen }, PAID_BY_B]) {
      expect(decide({ ...own('Declined'), ...facts })).toEqual({ kind: 'replay', attempt: ended('Declined') });
    }
    expect(decide({ key: null })).toEqual({ kind: 'accept' });
  });
});

describe('which rung comes first', () => {
  const reused = { key: keyTo(A, { fingerprint: 'e'.repeat(64) }) };

  test.each<[string, Partial<CheckoutFacts>]>([
    ['a replay', { own: ended('Succeeded') }],
    ['a paid order', PAID_BY_B],
    ['an open attempt', { ...OPEN_A, key: reused.key }],
    ['an earlier success', { own: ended('Failed'), earlier: [ended('Succeeded', { attemptId: C })] }],
  ])('422 before %s', (_name, facts) => expect(decide({ ...facts, ...reused })).toEqual({ kind: 'keyReused' }));

  it('the key’s own answer before the order’s: the same final answer again', () => {
    expect(decide({ ...own('Succeeded'), order: paidBy(A), paid: ended('Succeeded') })).toMatchObject({
      kind: 'replay',
    });
    // A second charge of the order came to light later and goes back: the key was answered with the one that paid.
    expect(decide({ ...own('Succeeded'), ...PAID_BY_B })).toEqual({ kind: 'paid' });
  });

  it('a paid order before waiting for a held attempt', () => {
    const held = attempt({ held: true });
    expect(decide({ key: keyTo(A), own: held, open: held, order: paidBy(B, A), paid })).toEqual({ kind: 'paid' });
  });

  it('a paid order before the decline of an attempt that was held: its callers were told "paid"', () => {
    const facts = { key: keyTo(A), own: ended('Declined', { held: true }), order: paidBy(B), paid };
    expect(decide(facts)).toEqual({ kind: 'paid' });
  });

  it('a paid order before a held attempt of another card', () => {
    const facts = { order: paidBy(A, B), open: { ...otherOpen, held: true }, paid: ended('Succeeded') };
    expect(decide(facts)).toEqual({ kind: 'paid' });
  });

  it('its own open attempt before the card: the key’s request is the attempt’s', () => {
    expect(decide({ ...OPEN_A, cardTokenHash: OTHER_CARD })).toMatchObject({ kind: 'await' });
  });
});

describe('a key that once led to a charge is answered 200, whatever it pointed at since (section 3)', () => {
  const charged = ended('Succeeded', { attemptId: C, late: true });

  test.each<[string, Partial<CheckoutFacts>]>([
    ['a failed attempt', { ...own('Failed'), order: paidBy(C) }],
    ['an abandoned attempt', { ...own('Abandoned'), order: paidBy(C) }],
    ['a declined attempt', { ...own('Declined'), order: paidBy(C) }],
    ['an open attempt', { key: keyTo(A), own: attempt({ held: true }), open: attempt(), order: paidBy(C, A) }],
  ])('%s', (_name, facts) => {
    const earlier = [ended('Abandoned', { attemptId: B }), charged];
    expect(decide({ ...facts, earlier })).toEqual({ kind: 'replay', attempt: charged });
  });
});

describe('what was read does not fit together: somebody wrote in between', () => {
  test.each<[string, Partial<CheckoutFacts>]>([
    ['the open attempt was not there', { order: waitingFor(B), open: null }],
    ['the open attempt has ended since', { order: waitingFor(B), open: ended('Declined', { attemptId: B }) }],
    [
      'the own attempt failed, and the order still waits for it',
      { ...own('Failed'), order: waitingFor(A), open: ended('Failed') },
    ],
  ])('%s', (_name, facts) => expect(decide(facts)).toEqual({ kind: 'readAgain' }));
});
