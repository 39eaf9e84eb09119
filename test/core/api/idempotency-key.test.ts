// Which keys our callers may send (design section 6): a structured-field string (RFC 8941, 3.3.3), or the value bare.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { clientKeyHash, parseIdempotencyKey } from '#core/api/idempotency-key.ts';

const UUID = '8e03978e-40d5-43dd-bc93-6894a57f9324';
const valid = (key: string) => ({ kind: 'valid', key });
const INVALID = { kind: 'invalid', reason: expect.stringMatching(/./) };

describe('one key, quoted or bare', () => {
  test.each<[string, string]>([
    [`"${UUID}"`, UUID],
    [UUID, UUID],
    [`  "${UUID}"\t`, UUID],
    [`  ${UUID} `, UUID],
    ['"k"', 'k'],
    ['k', 'k'],
    ['"with blanks, and a comma"', 'with blanks, and a comma'],
    ['"a \\"quote\\" and a \\\\"', 'a "quote" and a \\'],
    ['"k";version=2', 'k'],
    ['a:b/c;d=e', 'a:b/c;d=e'],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
    ['k'.repeat(255), 'k'.repeat(255)],
  ])('%s', (header, key) => expect(parseIdempotencyKey(header)).toEqual(valid(key)));
});

test.each([undefined, null])('%s is missing', (header) => {
  expect(parseIdempotencyKey(header)).toEqual({ kind: 'missing' });
});

describe('no key', () => {
  test.each<[string, string]>([
    ['empty', ''],
    ['blanks', '  '],
    ['an empty string', '""'],
    ['256 characters', 'k'.repeat(256)],
    ['256 characters, quoted', `"${'k'.repeat(256)}"`],
    ['a quote that does not end', '"k'],
    ['more after the quote', '"k" l'],
    ['two fields, joined', '"k", "l"'],
    ['two bare fields, joined', 'k,l'],
    ['a bare blank', 'a b'],
    ['a quote inside', 'a"b'],
    ['a quote at the end', 'k"'],
    ['an escape that RFC 8941 does not have', '"a\\n"'],
    ['a letter outside ASCII, quoted', '"ü"'],
    ['a letter outside ASCII', 'ü'],
    ['a control character', 'a\u0001b'],
    ['DEL', 'a\u007fb'],
    ['a parameter that is none', '"k";='],
  ])('%s: %j', (_name, header) => expect(parseIdempotencyKey(header)).toEqual(INVALID));
});

const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
const anyKey = fc.string({ unit: printable, minLength: 1, maxLength: 255 }).filter((key) => key.trim() !== '');
/** RFC 8941, 4.1.6: serialising a string. */
const quoted = (key: string): string => `"${key.replace(/["\\]/g, '\\$&')}"`;

it('every printable key comes back from its quotes', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      expect(parseIdempotencyKey(quoted(key))).toEqual(valid(key));
    }),
  );
});

it('without comma, quote and blank, bare and quoted are the same key', () => {
  const bare = anyKey.map((key) => key.replace(/[ ",\\]/g, '_'));
  fc.assert(
    fc.property(bare, (key) => {
      expect(parseIdempotencyKey(key)).toEqual(parseIdempotencyKey(quoted(key)));
    }),
  );
});

it('any header is answered without throwing, and never with a key outside 1 to 255 printable ASCII', () => {
  const anyHeader = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(...'"\\,; =ak1?:*()ü\t\n'), maxLength: 12 }),
  );
  fc.assert(
    fc.property(anyHeader, (header) => {
      const parsed = parseIdempotencyKey(header);
      if (parsed.kind === 'valid') expect(parsed.key).toMatch(/^[\x20-\x7e]{1,255}$/);
    }),
    { numRuns: 1_000 },
  );
});

it('stands in logs as the beginning of its SHA-256 (FIPS 180-4: "abc")', () => {
  expect(clientKeyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223');
});
