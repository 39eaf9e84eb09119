// Write 1 (design section 3): key, intent and the order's move are one write, before anything is sent; or a key joins.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type ClientKey, isLive } from '#core/records/client-key.ts';
import type { Order } from '#core/records/order.ts';
import { toSeconds } from '#core/time/instant.ts';
import { accept, join } from '#core/writes/accept.ts';
import { A, at, attempt, B, C, ended, NOW, ORDER_ID, paidBy, placed, waitingFor } from '../examples.ts';
import { attemptIn, expectRefused, expectWritten, keyIn, orderIn, SCOPE, world } from './world.ts';

const FINGERPRINT = 'f'.repeat(64);
const DAYS_LATER = toSeconds(at(172_800));
const record = (attemptId: typeof A, over: Partial<ClientKey> = {}): ClientKey => ({
  fingerprint: FINGERPRINT,
  orderId: ORDER_ID,
  attemptId,
  expiresAt: DAYS_LATER,
  ...over,
});
const newKey = (attemptId: typeof A) => ({ scope: SCOPE, record: record(attemptId), now: NOW });

const acceptB = (seen: string | null = null) =>
  accept({ attempt: attempt({ attemptId: B }), key: newKey(B), seen, token: 'accept' });
const joinB = (seen: string | null = null) =>
  join({ openAttempt: attempt({ attemptId: B }), key: newKey(B), seen, token: 'join' });

/** Positions in the transaction. */
const [order, intent, key] = [0, 1, 2] as const;

describe('accept', () => {
  it('moves the order, writes the attempt as it is, and the key that leads to it', () => {
    const tables = expectWritten(world({ order: placed() }), acceptB());
    expect(orderIn(tables)).toEqual(waitingFor(B));
    expect(attemptIn(tables, B)).toEqual(attempt({ attemptId: B }));
    expect(keyIn(tables)).toEqual(record(B));
  });

  it('keeps what the order knows of itself', () => {
    const draft: Order = { ...placed(), draftOrderId: 'd-7' };
    expect(orderIn(expectWritten(world({ order: draft }), acceptB()))).toEqual({
      ...waitingFor(B),
      draftOrderId: 'd-7',
    });
  });

  describe('is refused by one condition alone', () => {
    test.each<[string, Parameters<typeof world>[0], string | null, number]>([
      ['the order is not there', {}, null, order],
      ['the order waits for another', { order: { ...placed(), openAttemptId: A } }, null, order],
      ['the order is pending', { order: { ...placed(), status: 'PaymentPending' } }, null, order],
      ['the order is paid', { order: { ...placed(), status: 'Paid' } }, null, order],
      [
        'the attempt is there already',
        { order: placed(), attempts: [ended('Failed', { attemptId: B })] },
        null,
        intent,
      ],
      ['the key is used', { order: placed(), key: record(A) }, null, key],
      ['the key leads to another than was seen', { order: placed(), key: record(C) }, A, key],
      ['the key made an order', { order: placed(), key: record(A, { attemptId: undefined as never }) }, A, key],
      [
        'the key leads to what was seen, for another request',
        { order: placed(), key: record(A, { fingerprint: 'e'.repeat(64) }) },
        A,
        key,
      ],
    ])('%s', (_name, before, seen, index) => expectRefused(world(before), acceptB(seen), index));

    it('every condition that fails is told', () => {
      expectRefused(world({ order: paidBy(A), key: record(A) }), acceptB(), order, key);
    });
  });

  describe('takes a key', () => {
    test.each<[string, ClientKey, string | null]>([
      ['that has expired, though it is still there', record(A, { expiresAt: toSeconds(NOW) }), null],
      ['that has expired, for another request', record(C, { expiresAt: toSeconds(NOW), fingerprint: 'e' }), A],
      ['that leads to the ended attempt that was seen', record(A), A],
    ])('%s', (_name, before, seen) => {
      const tables = expectWritten(world({ order: placed(), attempts: [ended('Failed')], key: before }), acceptB(seen));
      expect(keyIn(tables)).toEqual(record(B));
      expect(attemptIn(tables, A)).toEqual(ended('Failed'));
    });
  });

  it('two accepts of one order: one wins', () => {
    const tables = expectWritten(world({ order: placed() }), acceptB());
    const other = accept({
      attempt: attempt({ attemptId: C }),
      key: { ...newKey(C), scope: { ...SCOPE, key: 'k-2' } },
      seen: null,
      token: 'other',
    });
    expectRefused(tables, other, order);
  });
});

describe('join', () => {
  const before = { order: waitingFor(B), attempts: [attempt({ attemptId: B })] };

  it('the key leads to the open attempt; order and attempt stay as they are', () => {
    const tables = expectWritten(world(before), joinB());
    expect(keyIn(tables)).toEqual(record(B));
    expect(attemptIn(tables, B)).toEqual(attempt({ attemptId: B }));
    expect(orderIn(tables)).toEqual(waitingFor(B));
  });

  it.each(['Succeeded', 'Declined', 'Failed', 'Abandoned'] as const)('is refused if the attempt is %s', (status) => {
    expectRefused(world({ ...before, attempts: [attempt({ attemptId: B, status })] }), joinB(), 1);
  });

  it('is refused if the attempt is not there', () => expectRefused(world({ order: waitingFor(B) }), joinB(), 1));

  it('is refused if the key is used', () => expectRefused(world({ ...before, key: record(A) }), joinB(), 0));

  it('takes a key that leads to the ended attempt that was seen', () => {
    expect(keyIn(expectWritten(world({ ...before, key: record(A) }), joinB(A)))).toEqual(record(B));
  });
});

it('a key is free exactly if no reader would take it for live, or it leads to what was seen for the same request', () => {
  const anyRecord = fc.record({
    fingerprint: fc.constantFrom(FINGERPRINT, 'e'.repeat(64)),
    attemptId: fc.constantFrom(A, C),
    expiresAt: fc.integer({ min: -2, max: 2 }).map((s) => toSeconds(at(s))),
  });
  const anySeen = fc.constantFrom(null, A, C);
  fc.assert(
    fc.property(anyRecord, anySeen, fc.nat(1_999), (stored, seen, ms) => {
      const now = at(ms / 1000);
      const found = { ...stored, orderId: ORDER_ID };
      const write = accept({ attempt: attempt({ attemptId: B }), key: { ...newKey(B), now }, seen, token: 't' });
      const free = !isLive(found, now) || (found.attemptId === seen && found.fingerprint === FINGERPRINT);
      expect(world({ order: placed(), key: found }).write(write).written).toBe(free);
    }),
  );
});
