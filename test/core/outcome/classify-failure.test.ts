// The connection rows of design section 5: the phase decides, not the error code.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { classifyFailure } from '#core/outcome/classify-failure.ts';
import { leavesDoubt } from '#core/outcome/send-doubt.ts';

const CODES = ['ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'CONNECT_TIMEOUT', 'E_NEVER_SEEN'];

describe.each(['lookup', 'connect', 'tls'] as const)('in phase %s nothing was sent', (phase) => {
  test.each(CODES)('%s', (code) => {
    expect(classifyFailure({ phase, code, status: null })).toEqual({ kind: 'notSent', phase, code });
  });
});

describe('once the connection stands, it may have charged', () => {
  test.each([
    ['ATTEMPT_TIMEOUT', null, 'timeout'],
    ['ETIMEDOUT', null, 'timeout'],
    ['ECONNRESET', null, 'connectionLost'],
    ['EPIPE', null, 'connectionLost'],
    ['CLOSED', null, 'connectionLost'],
    ['ECONNREFUSED', null, 'connectionLost'],
    ['E_NEVER_SEEN', null, 'connectionLost'],
    ['ECONNRESET', 201, 'unreadableReply'],
    ['ATTEMPT_TIMEOUT', 200, 'unreadableReply'],
    ['ECONNRESET', 299, 'unreadableReply'],
    ['ECONNRESET', 300, 'connectionLost'],
    ['ECONNRESET', 402, 'connectionLost'],
    ['ATTEMPT_TIMEOUT', 503, 'timeout'],
    ['ECONNRESET', 302, 'connectionLost'],
    ['ECONNRESET', 103, 'connectionLost'],
  ])('%s after status %s', (code, status, reason) => {
    expect(classifyFailure({ phase: 'established', code, status })).toEqual({ kind: 'unknown', reason, status });
  });

  it('whatever the code and the status', () => {
    const status = fc.option(fc.integer({ min: 100, max: 999 }));
    fc.assert(
      fc.property(fc.string(), status, (code, status) =>
        leavesDoubt(classifyFailure({ phase: 'established', code, status })),
      ),
    );
  });
});
