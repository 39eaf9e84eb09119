// The deciding writes that close an attempt, with the order's move in the same transaction.

import { describe, expect } from 'vitest';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { toSeconds } from '#core/time/instant.ts';
import { closeNegatively } from '#core/writes/close-negatively.ts';
import { closeSucceeded, type OrderStanding } from '#core/writes/close-succeeded.ts';
import { A, at, attempt, B, C, ended, paidBy, placed, refOf, sent, waitingFor } from '../../core/examples.ts';
import { type WriteCase, writeCase } from './write-case.ts';

const ref = refOf(A);
const token = 'token';
const open = sent(1, [1]);
const noted = (on: Attempt) => [...on.timeline, expect.objectContaining({ at: at(9) })];
/** Closed: no seal key, and out of the due index. */
const gone = { sealKey: undefined, dueShard: undefined, nextCheckAt: undefined };
const missing = ['there is no such attempt', { a: null }, ['a']] as const;
const noOrder = ['there is no order', { order: null }, ['order']] as const;

const success = {
  ref,
  providerPaymentId: 'ch_000001',
  evidence: { source: 'reply', httpStatus: 201 },
  now: at(9),
  token,
} as const;
const succeeded = (late: boolean, on: Attempt = open) => ({
  ...on,
  ...gone,
  status: 'Succeeded',
  providerPaymentId: 'ch_000001',
  evidence: success.evidence,
  closedAt: at(9),
  late,
  timeline: noted(on),
});
const succeed = (standing: OrderStanding) => closeSucceeded(success, standing);
const already = ['it has succeeded before', { a: { status: 'Succeeded' } }, ['a']] as const;
const evenIf = (...statuses: Attempt['status'][]) =>
  statuses.map((status) => [`though it was ${status}`, { a: { status } }] as const);

const other = attempt({ attemptId: B });
const otherSent = sent(1, [1], { attemptId: B });
const late = { a: { ...ended('Abandoned'), dueShard: '3', nextCheckAt: toSeconds(at(120)) } };
const lateSuccess = succeeded(true, late.a);
const refundDue = {
  ...ref,
  kind: 'refund-due',
  status: 'Open',
  reference: attempt().reference,
  evidence: { providerPaymentId: 'ch_000001', paidBy: C },
  raisedAt: at(9),
};

const negative = { ref, sends: 1, now: at(9), token } as const;
const failed = {
  ...negative,
  status: 'Failed',
  evidence: { source: 'reply', failure: 'providerUnavailable' },
} as const;
const declined = {
  ...negative,
  status: 'Declined',
  evidence: { source: 'reply' },
  declineReason: 'stolen_card',
} as const;
const abandoned = { ...negative, status: 'Abandoned', evidence: { source: 'lookup' } } as const;
const closedAs = (close: { status: string; evidence: object; declineReason?: string }) => ({
  ...open,
  ...gone,
  status: close.status,
  evidence: close.evidence,
  ...(close.declineReason === undefined ? {} : { declineReason: close.declineReason }),
  closedAt: at(9),
  timeline: noted(open),
});
const fenced = [
  missing,
  ['a send was claimed since', { a: { sends: 2 } }, ['a']] as const,
  ...(['Succeeded', 'Declined', 'Failed', 'Abandoned'] as const).map(
    (status) => [`it is ${status}`, { a: { status } }, ['a']] as const,
  ),
];

const SUCCESSES: Record<string, WriteCase> = {
  'the order waits for it': {
    write: () => succeed({ kind: 'waitsForThis' }),
    before: { order: waitingFor(A), a: open },
    after: { order: paidBy(A), a: succeeded(false) },
    also: evenIf('Declined', 'Failed', 'Abandoned'),
    refusedBy: [
      missing,
      noOrder,
      already,
      ['the order waits for another', { order: { openAttemptId: B } }, ['order']],
      ['the order waits for none', { order: { status: 'Placed', openAttemptId: undefined } }, ['order']],
      ['the order is paid', { order: { status: 'Paid', paidAttemptId: C } }, ['order']],
    ],
  },
  'the order is placed again': {
    write: () => succeed({ kind: 'placed' }),
    before: { order: placed(), ...late },
    after: { order: paidBy(A), a: lateSuccess },
    refusedBy: [
      missing,
      noOrder,
      already,
      ['another attempt was accepted', { order: { status: 'PaymentPending', openAttemptId: B } }, ['order']],
      ['the order is paid', { order: { status: 'Paid', paidAttemptId: C } }, ['order']],
    ],
  },
  'another attempt is open, and has sent nothing': {
    write: () => succeed({ kind: 'otherUnsent', other: B }),
    before: { order: waitingFor(B), b: other, ...late },
    after: {
      order: paidBy(A),
      a: lateSuccess,
      b: {
        ...other,
        ...gone,
        status: 'Failed',
        evidence: { source: 'otherAttempt', failure: 'superseded' },
        closedAt: at(9),
        timeline: noted(other),
      },
    },
    refusedBy: [
      already,
      noOrder,
      ['the other one has sent meanwhile', { b: { sends: 1 } }, ['b']],
      ['the other one has ended', { b: { status: 'Declined' } }, ['b']],
      ['the order waits for a third', { order: { openAttemptId: C } }, ['order']],
    ],
  },
  'another attempt is open, and has sent': {
    write: () => succeed({ kind: 'otherSent', other: B }),
    before: { order: waitingFor(B), b: otherSent, ...late },
    after: {
      order: paidBy(A, B),
      a: lateSuccess,
      b: { ...otherSent, held: true, timeline: noted(otherSent) },
    },
    refusedBy: [
      already,
      noOrder,
      ['the other one has ended', { b: { status: 'Declined' } }, ['b']],
      ['the order waits for a third', { order: { openAttemptId: C } }, ['order']],
    ],
  },
  'another attempt has paid': {
    write: () => succeed({ kind: 'paidByOther', paidBy: C, openHere: false }),
    before: { order: paidBy(C), ...late },
    after: { a: lateSuccess, refundA: refundDue },
    also: [['the order has a third one open, which is held', { order: { openAttemptId: B } }]],
    refusedBy: [
      already,
      noOrder,
      ['this one has paid', { order: { paidAttemptId: A } }, ['order']],
      ['the order is not paid', { order: { status: 'Placed', paidAttemptId: undefined } }, ['order']],
      ['this one is the open one', { order: { openAttemptId: A } }, ['order']],
    ],
  },
  'another attempt has paid, and this one was held': {
    write: () => succeed({ kind: 'paidByOther', paidBy: C, openHere: true }),
    before: { order: paidBy(C, A), a: { ...open, held: true } },
    after: { order: paidBy(C), a: succeeded(true, { ...open, held: true }), refundA: refundDue },
    refusedBy: [already, noOrder, ['another one is open', { order: { openAttemptId: B } }, ['order']]],
  },
};

const NEGATIVES: Record<string, WriteCase> = {
  'Declined, and the order waits for it': {
    write: () => closeNegatively(declined, 'waitsForThis'),
    before: { order: waitingFor(A), a: open },
    after: { order: placed(), a: closedAs(declined) },
    refusedBy: [
      ...fenced,
      noOrder,
      ['the order waits for another', { order: { openAttemptId: B } }, ['order']],
      ['the order is paid', { order: { status: 'Paid', paidAttemptId: B } }, ['order']],
    ],
  },
  'Failed, held beside a paid order': {
    write: () => closeNegatively(failed, 'paidByOther'),
    before: { order: paidBy(B, A), a: { ...open, held: true } },
    after: { order: paidBy(B), a: { ...closedAs(failed), held: true } },
    refusedBy: [
      ...fenced,
      ['the order is not paid', { order: { status: 'PaymentPending' } }, ['order']],
      ['it is not the open one', { order: { openAttemptId: undefined } }, ['order']],
    ],
  },
  'Failed, and the order is elsewhere': {
    write: () => closeNegatively(failed, 'elsewhere'),
    before: { order: waitingFor(B), a: open },
    after: { a: closedAs(failed) },
    refusedBy: fenced,
  },
  'Abandoned, and looked up again': {
    write: () => closeNegatively({ ...abandoned, nextLook: toSeconds(at(21_600)) }, 'waitsForThis'),
    before: { order: waitingFor(A), a: { ...open, checks: 3 } },
    after: {
      order: placed(),
      a: { ...closedAs(abandoned), dueShard: open.dueShard, nextCheckAt: toSeconds(at(21_600)), checks: 0 },
    },
    refusedBy: fenced,
  },
  'Abandoned, and forgotten by the provider': {
    write: () => closeNegatively({ ...abandoned, nextLook: null }, 'waitsForThis'),
    before: { order: waitingFor(A), a: open },
    after: { order: placed(), a: closedAs(abandoned) },
    refusedBy: fenced,
  },
};

export function closeWrites(freshStore: () => Promise<PaymentStore>): void {
  describe.each(Object.entries(SUCCESSES))('close-succeeded: %s', (_name, example) => writeCase(freshStore, example));
  describe.each(Object.entries(NEGATIVES))('close-negatively: %s', (_name, example) => writeCase(freshStore, example));
}
