// Attempt ids and provider keys are UUIDs of version 7 (RFC 9562).

import fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it, test } from 'vitest';
import { attemptId, attemptIdFrom, beganAt, providerKeyFrom } from '#core/ids/attempt-id.ts';

// RFC 9562, appendix A.6: 2022-02-22 14:22:22.00 GMT-05:00.
const EXAMPLE = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const EXAMPLE_AT = Date.UTC(2022, 1, 22, 19, 22, 22);

describe('the example of RFC 9562, appendix A.6', () => {
  it('loses its dashes as an attempt id, and keeps them as a provider key', () => {
    expect(attemptIdFrom(EXAMPLE)).toBe('017f22e279b07cc398c4dc0c0c07398f');
    expect(providerKeyFrom(EXAMPLE)).toBe(EXAMPLE);
  });

  it('tells when the attempt began', () => expect(beganAt(attemptIdFrom(EXAMPLE))).toBe(EXAMPLE_AT));
});

describe('no UUIDv7', () => {
  test.each([
    ['version 4 (RFC 9562, A.3)', '919108f7-52d1-4320-9bac-f847db4148a8'],
    ['another variant', '017f22e2-79b0-7cc3-c8c4-dc0c0c07398f'],
    ['upper case', EXAMPLE.toUpperCase()],
    ['braces', `{${EXAMPLE}}`],
    ['a line after it', `${EXAMPLE}\n`],
    ['too short', EXAMPLE.slice(1)],
    ['nothing', ''],
  ])('%s', (_name, text) => {
    expect(() => attemptIdFrom(text)).toThrow(RangeError);
    expect(() => providerKeyFrom(text)).toThrow(RangeError);
    expect(() => attemptId(text.replaceAll('-', ''))).toThrow(RangeError);
  });
});

const anyInstant = fc.integer({ min: 0, max: 2 ** 48 - 1 });

it('every UUIDv7 makes an id of 32 hexadecimal characters that reads back and tells its time', () => {
  fc.assert(
    fc.property(anyInstant, (msecs) => {
      const id = attemptIdFrom(v7({ msecs }));
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      expect(attemptId(id)).toBe(id);
      expect(beganAt(id)).toBe(msecs);
    }),
  );
});

it('ids sort by the time at which their attempts began', () => {
  fc.assert(
    fc.property(anyInstant, anyInstant, (a, b) => {
      const [first, second] = [attemptIdFrom(v7({ msecs: a })), attemptIdFrom(v7({ msecs: b }))];
      if (a !== b) expect(first < second).toBe(a < b);
    }),
  );
});
