// The deciding writes that begin something: an order, an attempt, another key's way to it.

import { describe } from 'vitest';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import { toSeconds } from '#core/time/instant.ts';
import { accept, join } from '#core/writes/accept.ts';
import { createOrder, type KeyWrite, rememberExistingOrder } from '#core/writes/create-order.ts';
import { A, at, attempt, B, C, ended, NOW, ORDER_ID, paidBy, placed, TENANT, waitingFor } from '../../core/examples.ts';
import { type WriteCase, writeCase } from './write-case.ts';

const scope: KeyWrite['scope'] = {
  tenantId: TENANT,
  method: 'POST',
  route: '/orders/{orderId}/checkout',
  ids: [ORDER_ID],
  key: 'key-1',
};
const FINGERPRINT = 'f'.repeat(64);
const IN_48_HOURS = toSeconds(at(48 * 3_600));
const record = (over: Partial<ClientKey> = {}): ClientKey => ({
  fingerprint: FINGERPRINT,
  orderId: ORDER_ID,
  attemptId: A,
  expiresAt: IN_48_HOURS,
  ...over,
});
const key: KeyWrite = { scope, record: record(), now: NOW };
const used = record({ attemptId: C });

/** A record that expires in this very second is expired, though nobody has swept it yet. */
const EXPIRED = record({ attemptId: C, fingerprint: 'other', expiresAt: toSeconds(NOW) });
const LAST_SECOND = record({ attemptId: C, expiresAt: toSeconds(at(1)) });

const CASES: Record<string, WriteCase> = {
  'create-order': {
    write: () => createOrder(placed(), key, 'token'),
    before: {},
    after: { order: placed(), key: record() },
    also: [['the key has expired', { key: EXPIRED }]],
    refusedBy: [
      ['there is such an order', { order: paidBy(B) }, ['order']],
      ['the key was used', { key: used }, ['key']],
      ['the key lives to the end of its last second', { key: LAST_SECOND }, ['key']],
      ['both', { order: placed(), key: used }, ['order', 'key']],
    ],
  },
  'remember-existing-order': {
    write: () => rememberExistingOrder(key, 'token'),
    before: {},
    after: { key: record() },
    also: [['the key has expired', { key: EXPIRED }]],
    refusedBy: [['the key was used', { key: used }, ['key']]],
  },
  'accept, with a key that is new': {
    write: () => accept({ attempt: attempt(), key, seen: null, token: 'token' }),
    before: { order: placed() },
    after: { order: waitingFor(A), a: attempt(), key: record() },
    also: [['the key has expired', { key: EXPIRED }]],
    refusedBy: [
      ['there is no order', { order: null }, ['order']],
      ['the order waits for another attempt', { order: waitingFor(B) }, ['order']],
      ['the order is paid', { order: paidBy(B) }, ['order']],
      ['the order still names an open attempt', { order: { openAttemptId: B } }, ['order']],
      ['there is such an attempt', { a: ended('Failed') }, ['a']],
      ['the key was used', { key: used }, ['key']],
      ['the key lives to the end of its last second', { key: LAST_SECOND }, ['key']],
      ['all of it', { order: paidBy(B), a: ended('Failed'), key: used }, ['order', 'a', 'key']],
    ],
  },
  'accept, with a key that led to a failed attempt': {
    write: () => accept({ attempt: attempt(), key, seen: C, token: 'token' }),
    before: { order: placed(), key: used },
    after: { order: waitingFor(A), a: attempt(), key: record() },
    also: [
      ['the key is gone meanwhile', { key: null }],
      ['the key has expired meanwhile', { key: EXPIRED }],
    ],
    refusedBy: [
      ['the key leads to another attempt meanwhile', { key: { attemptId: B } }, ['key']],
      ['the key belongs to another request', { key: { fingerprint: 'other' } }, ['key']],
      ['the order waits for another attempt', { order: waitingFor(B) }, ['order']],
    ],
  },
  join: {
    write: () => join({ openAttempt: attempt(), key, seen: null, token: 'token' }),
    before: { order: waitingFor(A), a: attempt() },
    after: { key: record() },
    also: [
      ['the key has expired', { key: EXPIRED }],
      ['the attempt is held', { a: { held: true } }],
    ],
    refusedBy: [
      ['there is no such attempt', { a: null }, ['a']],
      ...(['Succeeded', 'Declined', 'Failed', 'Abandoned'] as const).map(
        (status) => [`the attempt is ${status}`, { a: { status } }, ['a']] as const,
      ),
      ['the key was used', { key: used }, ['key']],
    ],
  },
  'join, with a key that led to an abandoned attempt': {
    write: () => join({ openAttempt: attempt(), key, seen: C, token: 'token' }),
    before: { order: waitingFor(A), a: attempt(), key: used },
    after: { key: record() },
    refusedBy: [['the key leads to another attempt meanwhile', { key: { attemptId: B } }, ['key']]],
  },
};

export function orderWrites(freshStore: () => Promise<PaymentStore>): void {
  for (const [name, example] of Object.entries(CASES)) describe(name, () => writeCase(freshStore, example));
}
