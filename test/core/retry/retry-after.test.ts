// Retry-After of RFC 9110, section 10.2.3, and the HTTP-date of section 5.6.7, whose example is 784111777 s after the epoch.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { retryAfterSeconds } from '#core/retry/retry-after.ts';

const EXAMPLE = 784_111_777_000;
const CAP = 30;
const utc = (iso: string) => Date.parse(iso);

describe('seconds', () => {
  test.each([
    ['1', 1],
    ['7', 7],
    ['007', 7],
    ['30', 30],
    ['31', CAP],
    ['120', CAP],
    ['9'.repeat(400), CAP],
    ['0', 1],
  ])('%s', (header, seconds) => expect(retryAfterSeconds(header, EXAMPLE, CAP)).toBe(seconds));
});

describe('the three forms of an HTTP-date', () => {
  describe.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    '%s',
    (header) => {
      test.each([
        ['twelve seconds before it', -12_000, 12],
        ['a part of a second is a second', -11_001, 12],
        ['years before it', -10 * 365 * 86_400_000, CAP],
        ['at that moment', 0, 1],
        ['past it', 60_000, 1],
      ])('%s', (_name, offsetMs, seconds) => {
        expect(retryAfterSeconds(header, EXAMPLE + offsetMs, CAP)).toBe(seconds);
      });
    },
  );

  test.each([
    ['a two-digit day in asctime', 'Wed Nov 16 08:49:37 1994', '1994-11-16T08:49:30Z', 7],
    ['a leap day', 'Thu, 29 Feb 2024 00:00:05 GMT', '2024-02-29T00:00:00Z', 5],
    ['a leap second', 'Sat, 31 Dec 2016 23:59:60 GMT', '2016-12-31T23:59:57Z', 3],
    ['the last second of a year', 'Thu, 31 Dec 2026 23:59:59 GMT', '2026-12-31T23:59:50Z', 9],
    ['a wrong weekday carries no time', 'Mon, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:30Z', 7],
    ['a year of four digits is meant so', 'Sun, 06 Nov 0094 08:49:37 GMT', '1994-11-06T08:49:30Z', 1],
    ['the far future', 'Fri, 31 Dec 9999 23:59:59 GMT', '2026-01-01T00:00:00Z', CAP],
  ])('%s', (_name, header, now, seconds) => expect(retryAfterSeconds(header, utc(now), CAP)).toBe(seconds));
});

describe('a two-digit year is never more than 50 years ahead', () => {
  test.each([
    ['this century', 'Thursday, 01-Jan-26 00:00:20 GMT', '2026-01-01T00:00:00Z', 20],
    ['49 years ahead', 'Tuesday, 01-Jan-75 00:00:00 GMT', '2026-01-01T00:00:00Z', CAP],
    ['50 years ahead to the second', 'Wednesday, 01-Jan-76 00:00:00 GMT', '2026-01-01T00:00:00Z', CAP],
    ['a second more is the last century', 'Thursday, 01-Jan-76 00:00:01 GMT', '2026-01-01T00:00:00Z', 1],
    ['94 seen from 2026 is 1994', 'Sunday, 06-Nov-94 08:49:37 GMT', '2026-01-01T00:00:00Z', 1],
    ['the turn of a century', 'Friday, 01-Jan-00 00:00:04 GMT', '2099-12-31T23:59:58Z', 6],
    ['a leap day that the new century lacks', 'Tuesday, 29-Feb-00 00:00:00 GMT', '2060-01-01T00:00:00Z', 1],
  ])('%s', (_name, header, now, seconds) => expect(retryAfterSeconds(header, utc(now), CAP)).toBe(seconds));
});

describe('anything else is junk', () => {
  test.each([
    '',
    ' ',
    ' 5',
    '5 ',
    '-5',
    '+5',
    '1.5',
    '1e3',
    '0x10',
    '５',
    '5,5',
    '5s',
    'Infinity',
    'NaN',
    'soon',
    '2026-01-01T00:00:00Z',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 UTC',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'sun, 06 nov 1994 08:49:37 gmt',
    'Sun, 06 Nov 94 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Sunday, 06-Nov-1994 08:49:37 GMT',
    'Sun Nov 6 08:49:37 1994',
    'Sun Nov 06 08:49:37 1994 GMT',
    'Sun, 31 Feb 2026 08:49:37 GMT',
    'Sun, 00 Nov 2026 08:49:37 GMT',
    'Sun, 06 Nov 2026 24:00:00 GMT',
    'Sun, 06 Nov 2026 08:60:00 GMT',
    'Sun, 06 Nov 2026 08:49:61 GMT',
    'Sunday, 31-Feb-26 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT, 5',
  ])('%j', (header) => expect(retryAfterSeconds(header, EXAMPLE, CAP)).toBeNull());

  it('so is a header that is not there', () => expect(retryAfterSeconds(null, EXAMPLE, CAP)).toBeNull());
});

it('never answers what Step Functions could not wait for, whatever the header says', () => {
  const digits = fc.stringMatching(/^[0-9]{0,40}$/);
  const date = fc.date({ noInvalidDate: true }).map((at) => at.toUTCString());
  const now = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(fc.oneof(fc.string(), digits, date), now, fc.integer({ min: 1, max: 3_600 }), (header, nowMs, cap) => {
      const seconds = retryAfterSeconds(header, nowMs, cap);
      expect(seconds === null || (Number.isInteger(seconds) && seconds >= 1 && seconds <= cap)).toBe(true);
    }),
  );
});
