// JSON that all readers understand alike (RFC 7493, 2.3: "Objects in I-JSON messages MUST NOT have members with duplicate
// names", names being compared after their escapes are processed).

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { MOST_DEPTH, readStrictJson } from '#core/api/strict-json.ts';

describe('a name that comes twice in one object', () => {
  test.each<[string, string, string]>([
    ['the same value', '{"amount":"1","amount":"1"}', 'amount'],
    ['not beside each other', '{"amount":"1","currency":"TRY","amount":"2"}', 'amount'],
    ['one of them escaped', String.raw`{"\u0061mount":"1","amount":"2"}`, 'amount'],
    ['two escapes of one character', String.raw`{"\u000a":1,"\n":2}`, '\n'],
    ['escaped slash', String.raw`{"a\/b":1,"a/b":2}`, 'a/b'],
    ['escaped quote', String.raw`{"a\"":1,"a\u0022":2}`, 'a"'],
    ['beyond the BMP', String.raw`{"😀":1,"\ud83d\ude00":2}`, '😀'],
    ['empty', '{"":1,"":2}', ''],
    ['__proto__', '{"__proto__":1,"__proto__":2}', '__proto__'],
    ['in an object inside', '{"a":{"b":1,"b":2}}', 'b'],
    ['in an object in a list', '[1,[{"b":1},{"c":1,"c":[]}]]', 'c'],
    ['around an object inside', '{"a":{"a":1},"a":2}', 'a'],
    ['around a list', '{"a":["a",{"a":1}],"b":1,"a":2}', 'a'],
    ['blanks before the colon', '{"a" \t\r\n:1,"a":2}', 'a'],
  ])('%s: %s', (_what, text, member) => expect(readStrictJson(text)).toEqual({ kind: 'duplicate', member }));
});

describe('no duplicates are', () => {
  test.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":1,"A":2,"а":3}',
    String.raw`{"a":"\"a\":1,\"a\":2","b":"{\\"}`,
    String.raw`{"a\\":1,"a":2}`,
    '{"a":"x,\\"b\\":1","b":2}',
    // Two code points and one are two names: nothing is normalised (RFC 8259, 8.3).
    '{"\u00e9":1,"e\u0301":2}',
  ])('%s', (text) => expect(readStrictJson(text)).toEqual({ kind: 'read', value: JSON.parse(text) }));
});

test.each(['', ' ', '{', '{}{}', '{"a":1,"a":2', "{'a':1}", '{"a":1,}', '{/**/}', 'NaN', '\ufeff{}', '"\n"', '01'])(
  '%j is malformed',
  (text) => expect(readStrictJson(text)).toEqual({ kind: 'malformed' }),
);

it('is read down to a depth, and never recurses', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(readStrictJson(nested(MOST_DEPTH)).kind).toBe('read');
  expect(readStrictJson(nested(MOST_DEPTH + 1)).kind).toBe('tooDeep');
  expect(readStrictJson(nested(8_000)).kind).toBe('tooDeep');
  expect(readStrictJson('{"a":'.repeat(3_000) + 1 + '}'.repeat(3_000)).kind).toBe('tooDeep');
});

/** Strings as anybody may write them: brackets, colons, quotes and escapes are where a reader goes wrong. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.array(fc.constantFrom('"', '\\', ':', ',', '{', '}', '[', ']', 'a', ' '), { maxLength: 6 }).map((c) => c.join('')),
);
const key = fc.oneof(text, fc.constantFrom('a', 'b', '__proto__'));
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, fc.constant(null), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const spaces = fc.constantFrom(0, 1, 2);

it('every document without duplicates means what JSON.parse says', () => {
  fc.assert(
    fc.property(json, spaces, (value, space) => {
      const written = JSON.stringify(value, null, space);
      expect(readStrictJson(written)).toEqual({ kind: 'read', value: JSON.parse(written) });
    }),
    { numRuns: 1_000 },
  );
});

/** The same string with every character escaped, or as it is. */
const escaped = (name: string): string =>
  `"${name.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

it('a duplicate is refused wherever it is and however it is spelled', () => {
  const spelled = fc.tuple(fc.boolean(), fc.boolean());
  const around = fc.array(
    fc.constantFrom<(inner: string) => string>(
      (i) => `[0,${i}]`,
      (i) => `{"z":${i}}`,
    ),
    {
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(key, spelled, json, json, around, (name, [first, second], a, b, wraps) => {
      const spell = (isEscaped: boolean) => (isEscaped ? escaped(name) : JSON.stringify(name));
      const object = `{${spell(first)}:${JSON.stringify(a)} , ${spell(second)} :${JSON.stringify(b)}}`;
      const written = wraps.reduce((inner, wrap) => wrap(inner), object);
      expect(readStrictJson(written)).toEqual({ kind: 'duplicate', member: name });
    }),
    { numRuns: 1_000 },
  );
});

it('any text at all gets one of the outcomes, and a hostile one costs no time', () => {
  const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', '1', ' ', 'a', 'u0061'));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        pieces.map((p) => p.join('')),
      ),
      (given) => {
        expect(['read', 'malformed', 'tooDeep', 'duplicate']).toContain(readStrictJson(given).kind);
      },
    ),
    { numRuns: 1_000 },
  );
  const begin = performance.now();
  for (const hostile of [`"${'\\\\'.repeat(8_000)}"`, `"${' '.repeat(16_000)}"`, `{"a"${' '.repeat(16_000)}:1}`])
    readStrictJson(hostile);
  readStrictJson(JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`m${i}`, i]))));
  expect(performance.now() - begin).toBeLessThan(1_000);
});
