// The card token is never stored in clear (design section 4): sealed for one attempt, compared by hash.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cardTokenHash, isCardToken, openToken, sealKeyFrom, sealToken } from '#core/cards/card-token.ts';
import { A, B, cardToken } from '../examples.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const anyToken = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((c) => String.fromCharCode(c)),
    minLength: 1,
    maxLength: 255,
  })
  .map(cardToken);

describe('a token is 1 to 255 printable ASCII characters without blanks', () => {
  test.each(['t', 'tok_visa', '!', '~', 'x'.repeat(255)])('%j', (text) => expect(isCardToken(text)).toBe(true));
  test.each(['', 'x'.repeat(256), 'tok visa', 'tok\n', '\ttok', 'tök', '\u007f', 1, null, undefined, ['tok']])(
    'not %j',
    (value) => expect(isCardToken(value)).toBe(false),
  );
});

describe('a card number is no token (ISO/IEC 7812-1)', () => {
  test.each([
    '4242424242424242',
    '4242-4242-4242-4242',
    '378282246310005',
    '6304000000000000',
    // A 9 that counts once, and as few and as many digits as there may be.
    '6011000990139424',
    '000000000000',
    '0000000000000000000',
  ])('not %s', (text) => expect(isCardToken(text)).toBe(false));
  // One digit too few and too many: both pass the check of the digits.
  test.each(['4242424242424241', '00000000000', '00000000000000000000', 'tok_4242424242424242'])('%s is none', (text) =>
    expect(isCardToken(text)).toBe(true),
  );
});

it('is compared by its SHA-256 (FIPS 180-4: "abc")', () => {
  expect(cardTokenHash(cardToken('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

describe('a seal', () => {
  const key = sealKeyFrom(new Uint8Array(32).fill(1));
  const nonce = new Uint8Array(12).fill(2);
  const token = cardToken('tok_visa');
  const sealed = sealToken(token, key, A, nonce);

  it('opens to its token, with its key, for its attempt', () => {
    fc.assert(
      fc.property(anyToken, bytes(32), bytes(12), (token, random, nonce) => {
        const key = sealKeyFrom(random);
        expect(openToken(sealToken(token, key, A, nonce), key, A)).toBe(token);
      }),
    );
  });

  it('does not show the token', () => {
    expect(sealed).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(sealed, 'base64url').includes('tok_')).toBe(false);
  });

  it('does not open for another attempt', () => expect(openToken(sealed, key, B)).toBeNull());

  it('does not open with another key', () => {
    fc.assert(
      fc.property(bytes(32), (random) => {
        const other = sealKeyFrom(random);
        fc.pre(other !== key);
        expect(openToken(sealed, other, A)).toBeNull();
      }),
    );
  });

  it('does not open with any bit flipped', () => {
    const whole = Buffer.from(sealed, 'base64url');
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(openToken(flipped.toString('base64url'), key, A)).toBeNull();
    }
  });

  it('does not open when a part is missing', () => {
    const whole = Buffer.from(sealed, 'base64url');
    for (let length = 0; length < whole.length; length++) {
      expect(openToken(whole.subarray(0, length).toString('base64url'), key, A)).toBeNull();
    }
  });

  it('is null for any other text, and never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => openToken(text, key, A) === null));
    expect(openToken(sealed, '' as never, A)).toBeNull();
  });

  test.each([0, 16, 31, 33])('no key is made of %d bytes', (length) => {
    expect(() => sealKeyFrom(new Uint8Array(length))).toThrow(RangeError);
  });

  test.each([0, 11, 13, 16])('no nonce is made of %d bytes', (length) => {
    expect(() => sealToken(token, key, A, new Uint8Array(length))).toThrow(RangeError);
  });
});
