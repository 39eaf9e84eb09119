// What a caller is told of an attempt: the examples of design section 6. "Failed" is said only when it is proved.

import { describe, expect, it, test } from 'vitest';
import {
  attemptAnswer,
  orderPath,
  otherPaymentOpen,
  paidAnswer,
  pendingAnswer,
} from '#core/checkout/outcome-answer.ts';
import type { Evidence } from '#core/records/attempt.ts';
import { A, attempt, B, ended, OTHER_CARD, paidBy, placed, waitingFor } from '../examples.ts';

const answered = (seen: Parameters<typeof attemptAnswer>[1], order = waitingFor(A)) => attemptAnswer(order, seen, 30);
const failed = (evidence: Evidence) => ended('Failed', { evidence });

const PAID = {
  status: 200,
  headers: {},
  body: {
    orderId: '1001',
    status: 'Paid',
    amount: '548.90',
    currency: 'TRY',
    attemptId: A,
    providerPaymentId: 'ch_000001',
  },
};
const PENDING = {
  status: 202,
  headers: { Location: '/orders/1001', 'Retry-After': '2' },
  body: { orderId: '1001', status: 'PaymentPending', amount: '548.90', currency: 'TRY', attemptId: A },
};

describe('200', () => {
  const succeeded = ended('Succeeded', { providerPaymentId: 'ch_000001' });

  it('paid', () => {
    expect(answered(succeeded, paidBy(A))).toEqual(PAID);
    expect(paidAnswer(paidBy(A), succeeded)).toEqual(PAID);
  });

  it('is a function of the attempt’s final facts: a late or torn read of its order changes nothing', () => {
    for (const order of [placed(), waitingFor(A), waitingFor(B), paidBy(B)])
      expect(answered(succeeded, order)).toEqual(PAID);
  });
});

describe('202', () => {
  it('open', () => {
    expect(answered(attempt())).toEqual(PENDING);
    expect(pendingAnswer(waitingFor(A), attempt())).toEqual(PENDING);
  });

  it('abandoned: given up, not proved, so nobody is told "failed" (I2)', () => {
    expect(answered(ended('Abandoned'), placed())).toEqual(PENDING);
  });
});

describe('402', () => {
  it('declined, with the provider’s reason', () => {
    expect(answered(ended('Declined', { declineReason: 'insufficient_funds' }), placed())).toMatchObject({
      status: 402,
      body: {
        type: 'urn:paid-once:declined',
        title: expect.any(String),
        status: 402,
        orderId: '1001',
        attemptId: A,
        declineReason: 'insufficient_funds',
      },
    });
  });

  it('always has a reason', () =>
    expect(answered(ended('Declined')).body).toMatchObject({ declineReason: 'declined' }));
});

describe('proved: not charged', () => {
  test.each<[string, Evidence]>([
    ['after a refusal', { source: 'reply', failure: 'providerUnavailable', httpStatus: 503 }],
    ['by the schedule', { source: 'schedule', failure: 'providerUnavailable' }],
    ['for no recorded reason', { source: 'reply' }],
  ])('503 provider-unavailable with Retry-After, %s', (_name, evidence) => {
    expect(answered(failed(evidence), placed())).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '30' },
      body: { type: 'urn:paid-once:provider-unavailable', status: 503, orderId: '1001', attemptId: A },
    });
  });

  it('503 with the provider’s own Retry-After, where it gave one', () => {
    const asked = failed({ source: 'reply', failure: 'providerUnavailable', httpStatus: 429, retryAfterSeconds: 17 });
    expect(answered(asked, placed()).headers).toEqual({ 'Retry-After': '17' });
  });

  it('503 also where no evidence was kept', () => expect(answered(ended('Failed')).status).toBe(503));

  it('502 provider-rejected', () => {
    const rejected = answered(failed({ source: 'reply', failure: 'providerRejected', httpStatus: 400 }), placed());
    expect(rejected).toMatchObject({
      status: 502,
      headers: {},
      body: { type: 'urn:paid-once:provider-rejected', status: 502, orderId: '1001', attemptId: A },
    });
  });
});

it('409 names the payment that is open, and where to look', () => {
  const open = attempt({ attemptId: B, cardTokenHash: OTHER_CARD });
  expect(otherPaymentOpen(waitingFor(B), open)).toMatchObject({
    status: 409,
    headers: { Location: '/orders/1001', 'Retry-After': '2' },
    body: { type: 'urn:paid-once:other-payment-open', status: 409, orderId: '1001', attemptId: B },
  });
});

it('an order has a path', () => expect(orderPath('1001')).toBe('/orders/1001'));

it('no answer shows a key, a hash or a card (I6)', () => {
  const secrets = [attempt().providerKey, attempt().cardTokenHash, attempt().sealKey, attempt().bodyHash];
  const answers = [
    answered(attempt()),
    ...(['Succeeded', 'Declined', 'Failed', 'Abandoned'] as const).map((status) => answered(ended(status))),
    otherPaymentOpen(waitingFor(A), attempt()),
  ];
  for (const secret of secrets) expect(JSON.stringify(answers)).not.toContain(secret);
});

it('a status that it does not know is a bug', () => {
  expect(() => answered(attempt({ status: 'Lost' as never }))).toThrow('closed union');
});
