// `Prefer: wait=<s>` and `respond-async` (RFC 7240; design section 6: more than syncWaitSeconds is cut to it).

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { preferenceApplied, readPreference } from '#core/api/prefer.ts';

const MOST = 10;
const waitPreference = (header: string | null | undefined, most: number) => readPreference(header, most).waitSeconds;

describe('seconds to wait', () => {
  test.each<[string, string | null | undefined, number]>([
    ['no preference: as long as we allow', undefined, MOST],
    ['none', null, MOST],
    ['empty', '', MOST],
    ['wait', 'wait=3', 3],
    ['0 = do not wait', 'wait=0', 0],
    ['more is cut', 'wait=30', MOST],
    ['far more is cut', 'wait=99999999999999999999', MOST],
    ['respond-async', 'respond-async', 0],
    // RFC 7240, 4.3: answer within 10 s if you can, else asynchronously.
    ['both', 'respond-async, wait=5', 5],
    ['both, the other way round', 'wait=5, respond-async', 5],
    ['both, more than we allow', 'respond-async, wait=99999999999999999999', MOST],
    ['among others', 'respond-async, wait=7, handling=lenient', 7],
    ['any case (RFC 7240, section 2)', 'Wait=3', 3],
    ['any case', 'RESPOND-ASYNC', 0],
    ['quoted', 'wait="3"', 3],
    ['blanks', '  wait = 3  ', 3],
    ['blanks around the comma', 'foo , \twait=3', 3],
    ['parameters', 'wait=3; strict; a="b"', 3],
    ['parameters of another', 'return=minimal; wait=9, wait=3', 3],
    ['the first of two counts', 'wait=3, wait=5', 3],
    ['the first of two counts, whatever it says', 'wait=soon, wait=5', MOST],
    ['a comma inside quotes separates nothing', 'note="a, wait=1, b", wait=3', 3],
    ['nor inside quotes that never end', 'note="a, wait=1', MOST],
    ['nor after an escaped quote', 'note="a\\", wait=1, b", wait=3', 3],
  ])('%s: %j', (_name, header, seconds) => expect(waitPreference(header, MOST)).toBe(seconds));

  test.each([
    'wait',
    'wait=',
    'wait=""',
    'wait=-1',
    'wait=+1',
    'wait=1.5',
    'wait=1e1',
    'wait=0x5',
    'wait=ten',
    'wait=3 s',
  ])('%s cannot be read and is ignored (RFC 7240, section 2)', (header) => {
    expect(waitPreference(header, MOST)).toBe(MOST);
    expect(waitPreference(`${header}, respond-async`, MOST)).toBe(0);
  });

  test.each(['waiting=3', 'no-wait', 'await=3', 'respond-asynchronously', '"wait=3"', '; wait=3'])(
    '%s says nothing to us',
    (header) => {
      expect(waitPreference(header, MOST)).toBe(MOST);
    },
  );
});

it('whatever the header, it is a whole number from 0 to the most', () => {
  const pieces = fc.constantFrom('wait', 'respond-async', '=', '"', '\\', ',', ';', ' ', '3', '99', 'foo', 'é', '\n');
  const anyHeader = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 20 }).map((p) => p.join('')),
  );
  fc.assert(
    fc.property(anyHeader, fc.nat(28), (header, most) => {
      const seconds = waitPreference(header, most);
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThanOrEqual(most);
    }),
    { numRuns: 1_000 },
  );
});

// Were one of these read in quadratic time, 10^10 steps would outlast the test's time limit many times.
test.each(['"', 'a="', '\\', '"\\', ' ', 'wait ', 'a=b;', ','])('a hostile header is read in one go: %j', (text) => {
  expect(waitPreference(text.repeat(100_000), MOST)).toBe(MOST);
});

// RFC 7240, section 3: the tokens that were honoured, and no others.
describe('Preference-Applied', () => {
  test.each<[string, string | undefined, number, string | undefined]>([
    ['no preference', undefined, 202, undefined],
    ['wait', 'wait=3', 200, 'wait=3'],
    ['wait, and it was not enough', 'wait=3', 202, 'wait=3'],
    ['do not wait', 'wait=0', 202, 'wait=0'],
    ['a wait that was cut', 'wait=30', 202, 'wait=10'],
    ['a wait far too long', 'wait=99999999999999999999', 200, 'wait=10'],
    ['a wait of several spellings', 'WAIT="07"', 402, 'wait=7'],
    ['respond-async', 'respond-async', 202, 'respond-async'],
    ['respond-async, and the payment had ended', 'respond-async', 200, undefined],
    ['both', 'wait=5, respond-async', 202, 'respond-async, wait=5'],
    ['both, and it ended in time', 'respond-async, wait=5', 200, 'wait=5'],
    ['a wait that cannot be read', 'wait=soon', 200, undefined],
    ['others', 'return=minimal, handling=strict', 200, undefined],
    ['one of ours among others', 'return=minimal, wait=2, handling=strict', 200, 'wait=2'],
  ])('%s', (_what, header, status, applied) =>
    expect(preferenceApplied(readPreference(header, MOST), status)).toEqual(
      applied === undefined ? {} : { 'Preference-Applied': applied },
    ),
  );
});
