// The column "the send is" of design section 5.

import { expect, it, test } from 'vitest';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import { leavesDoubt } from '#core/outcome/send-doubt.ts';

test.each<[boolean, SendOutcome]>([
  [false, { kind: 'approved', providerPaymentId: 'ch_000001', replayed: false }],
  [false, { kind: 'declined', reason: 'insufficient_funds', replayed: false }],
  [false, { kind: 'refused', status: 429, retryAfter: null }],
  [false, { kind: 'credentials', status: 401 }],
  [false, { kind: 'rejected', status: 404, code: 'not_found' }],
  [false, { kind: 'notSent', phase: 'tls', code: 'ECONNRESET' }],
  [true, { kind: 'stillProcessing', status: 409, retryAfter: null }],
  [true, { kind: 'contractViolation', status: 422 }],
  [true, { kind: 'unknown', reason: 'serverError', status: 500 }],
  [true, { kind: 'unknown', reason: 'connectionLost', status: null }],
])('doubtful: %s after %o', (doubtful, outcome) => expect(leavesDoubt(outcome)).toBe(doubtful));

it('takes an outcome that it does not know for a bug, not for a refusal', () => {
  expect(() => leavesDoubt({ kind: 'new' } as never)).toThrow('closed union');
});
