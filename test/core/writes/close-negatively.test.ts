// Write 4, negative (design section 3): only if `Open` and no send was claimed since; the order goes back to `Placed`.

import { describe, expect, it, test } from 'vitest';
import type { Attempt, Evidence, NegativeStatus } from '#core/records/attempt.ts';
import { toSeconds } from '#core/time/instant.ts';
import { closeNegatively, type NegativeClose } from '#core/writes/close-negatively.ts';
import { CLOSE_ITEMS } from '#core/writes/close-succeeded.ts';
import { A, at, attempt, B, paidBy, placed, refOf, sent, waitingFor } from '../examples.ts';
import { attemptIn, expectRefused, expectWritten, orderIn, world } from './world.ts';

const UNAVAILABLE: Evidence = { source: 'reply', failure: 'providerUnavailable', httpStatus: 503 };
const close = (status: NegativeStatus, over: Partial<NegativeClose> = {}): NegativeClose => ({
  ref: refOf(A),
  status,
  sends: 2,
  evidence: UNAVAILABLE,
  now: at(9),
  token: 'close',
  ...over,
});
const waiting = (seen: Attempt) => world({ order: waitingFor(A), attempts: [seen] });

/** As it was, without the card and without a next look. */
function closed(
  before: Attempt,
  status: NegativeStatus,
  detail: string,
  over: Partial<Attempt> = {},
): Partial<Attempt> {
  const { sealKey, dueShard, nextCheckAt, ...kept } = before;
  return {
    ...kept,
    status,
    evidence: UNAVAILABLE,
    closedAt: at(9),
    timeline: [...before.timeline, { at: at(9), what: status, detail }],
    ...over,
  };
}

describe('what it writes', () => {
  it('Failed: the card is forgotten, nobody looks again, the order is placed', () => {
    const tables = expectWritten(waiting(sent(2, [])), closeNegatively(close('Failed'), 'waitsForThis'));
    expect(attemptIn(tables, A)).toEqual(closed(sent(2, []), 'Failed', 'providerUnavailable'));
    expect(orderIn(tables)).toEqual(placed());
  });

  it('Declined: with the provider’s reason', () => {
    const evidence: Evidence = { source: 'reply', httpStatus: 402 };
    const declined = close('Declined', { evidence, declineReason: 'expired_card' });
    const tables = expectWritten(waiting(sent(2, [2])), closeNegatively(declined, 'waitsForThis'));
    const more = { evidence, declineReason: 'expired_card' };
    expect(attemptIn(tables, A)).toEqual(closed(sent(2, [2]), 'Declined', 'expired_card', more));
    expect(orderIn(tables)).toEqual(placed());
  });

  describe('Abandoned', () => {
    const evidence: Evidence = { source: 'lookup' };
    const before = sent(2, [1, 2], { notFoundReadings: 1, lastCheckedAt: at(8), checks: 5 });

    it('stays in the due index for a few widely spaced lookups; what is doubtful stays doubtful', () => {
      const nextLook = toSeconds(at(21_600));
      const abandoned = close('Abandoned', { evidence, nextLook });
      const tables = expectWritten(waiting(before), closeNegatively(abandoned, 'waitsForThis'));
      const kept = { evidence, dueShard: '3', nextCheckAt: nextLook, checks: 0 };
      expect(attemptIn(tables, A)).toEqual(closed(before, 'Abandoned', 'lookup', kept));
      expect(orderIn(tables)).toEqual(placed());
    });

    it.each([null, undefined])('leaves it when there is nothing to look for (%s)', (nextLook) => {
      const abandoned = close('Abandoned', { evidence, ...(nextLook === undefined ? {} : { nextLook }) });
      const tables = expectWritten(waiting(before), closeNegatively(abandoned, 'waitsForThis'));
      expect(attemptIn(tables, A)).toEqual(closed(before, 'Abandoned', 'lookup', { evidence }));
    });
  });
});

describe('what becomes of the order', () => {
  it('a paid order stays paid, and stops waiting for a held attempt', () => {
    const tables = world({ order: paidBy(B, A), attempts: [sent(2, [], { held: true })] });
    expectWritten(tables, closeNegatively(close('Failed'), 'paidByOther'));
    expect(orderIn(tables)).toEqual(paidBy(B));
    expect(attemptIn(tables, A)).toMatchObject({ status: 'Failed' });
  });

  it.each([placed(), waitingFor(B), paidBy(B)])('an order that does not wait for it is left alone: %o', (order) => {
    const tables = expectWritten(
      world({ order, attempts: [sent(2, [])] }),
      closeNegatively(close('Failed'), 'elsewhere'),
    );
    expect(orderIn(tables)).toEqual(order);
  });
});

describe('is refused by one condition alone', () => {
  const { attempt: first, order: second } = CLOSE_ITEMS;

  test.each(['Declined', 'Failed', 'Abandoned'] as const)('%s: a send was claimed since', (status) => {
    expectWritten(waiting(sent(2, [])), closeNegatively(close(status), 'waitsForThis'));
    expectRefused(waiting(sent(3, [3])), closeNegatively(close(status), 'waitsForThis'), first);
  });

  test.each(['Succeeded', 'Declined', 'Failed', 'Abandoned'] as const)('it is %s (I3)', (status) => {
    expectRefused(waiting(sent(2, [], { status })), closeNegatively(close('Failed'), 'waitsForThis'), first);
  });

  test('there is no such attempt', () => {
    expectRefused(world({ order: waitingFor(A) }), closeNegatively(close('Failed'), 'waitsForThis'), first);
  });

  test.each([
    ['is placed', { ...waitingFor(A), status: 'Placed' as const }],
    ['is paid', { ...waitingFor(A), status: 'Paid' as const }],
    ['waits for another', waitingFor(B)],
    ['is not there', undefined],
  ])('the order was read as waiting, and %s', (_name, order) => {
    const tables = world({ ...(order ? { order } : {}), attempts: [sent(2, [])] });
    expectRefused(tables, closeNegatively(close('Failed'), 'waitsForThis'), second);
  });

  test.each([
    ['is pending', { ...paidBy(B, A), status: 'PaymentPending' as const }],
    ['names another as open', paidBy(B, B)],
    ['names none as open', paidBy(B)],
  ])('the order was read as paid, and %s', (_name, order) => {
    expectRefused(world({ order, attempts: [sent(2, [])] }), closeNegatively(close('Failed'), 'paidByOther'), second);
  });
});

it('an attempt that never sent is closed with sends = 0', () => {
  const tables = expectWritten(waiting(attempt()), closeNegatively(close('Failed', { sends: 0 }), 'waitsForThis'));
  expect(attemptIn(tables, A)).toMatchObject({ status: 'Failed', sends: 0 });
});

it('a standing that it does not know is a bug', () => {
  expect(() => closeNegatively(close('Failed'), 'lost' as never)).toThrow('closed union');
});
