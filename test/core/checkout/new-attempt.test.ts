// A new attempt as it is written before anything is sent: the attributes of design section 3.

import { expect, it } from 'vitest';
import { bodyHashOf } from '#core/checkout/body-hash.ts';
import { newAttempt } from '#core/checkout/new-attempt.ts';
import { dueShardOf } from '#core/due.ts';
import { toSeconds } from '#core/time/instant.ts';
import { A, at, attempt, DEFAULTS, NOW, placed } from '../examples.ts';

const { clientKeyHash, providerKey, reference, cardTokenHash, bodyHash, sealKey } = attempt();
if (sealKey === undefined) throw new Error('an open attempt has a seal key');
const intent = {
  order: placed(),
  attemptId: A,
  clientKeyHash,
  providerKey,
  reference,
  cardTokenHash,
  sealKey,
  bodyHash,
  now: NOW,
};

it('holds the money of its order, its key and card, and has sent nothing', () => {
  expect(newAttempt(intent, DEFAULTS)).toEqual({
    orderId: '1001',
    attemptId: A,
    clientKeyHash,
    providerKey,
    reference,
    amountMinor: 54_890,
    currency: 'TRY',
    provider: 'http',
    cardTokenHash,
    sealKey,
    status: 'Open',
    resumes: 0,
    lastStartedAt: NOW,
    sends: 0,
    runSends: 0,
    runPolls: 0,
    bodyHash,
    notFoundReadings: 0,
    timeline: [{ at: NOW, what: 'accepted' }],
    createdAt: NOW,
    dueShard: dueShardOf(A),
    nextCheckAt: toSeconds(at(120)),
    checks: 0,
  });
});

it('names its order’s draft, so that one log line can', () => {
  const order = { ...placed(), draftOrderId: 'cart-7' };
  expect(newAttempt({ ...intent, order }, DEFAULTS)).toMatchObject({ draftOrderId: 'cart-7' });
});

it('its body is guarded by a SHA-256 (FIPS 180-4: "abc")', () => {
  expect(bodyHashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
