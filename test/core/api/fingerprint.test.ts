// SHA-256 over the RFC 8785 form of the validated request, with route and ids (design section 6).

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { type FingerprintedRequest, fingerprintOf } from '#core/api/fingerprint.ts';

const request = (over: Partial<FingerprintedRequest> = {}): FingerprintedRequest => ({
  method: 'POST',
  route: '/orders/{orderId}/checkout',
  ids: ['1001'],
  body: { cardToken: 'tok_visa' },
  ...over,
});

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

it('is the hash of the canonical form: members sorted, no blanks', () => {
  const canonical =
    '{"body":{"cardToken":"tok_visa"},"ids":["1001"],"method":"POST","route":"/orders/{orderId}/checkout"}';
  expect(fingerprintOf(request())).toBe(sha256(canonical));
});

it('members come in the order of RFC 8785, 3.2.3 (UTF-16 code units), unescaped', () => {
  const body = { ö: 'Latin Small Letter O With Diaeresis', '\u20ac': 'Euro Sign', '1': 'One', '\r': 'Carriage Return' };
  const canonical = '{"\\r":"Carriage Return","1":"One","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign"}';
  expect(fingerprintOf(request({ ids: [], method: 'M', route: 'R', body }))).toBe(
    sha256(`{"body":${canonical},"ids":[],"method":"M","route":"R"}`),
  );
});

it('the order in which members were sent says nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (members) => {
      const reversed = Object.fromEntries(Object.entries(members).reverse());
      expect(fingerprintOf(request({ body: reversed }))).toBe(fingerprintOf(request({ body: members })));
    }),
  );
});

it('a member that was not sent is none', () => {
  expect(fingerprintOf(request({ body: { cardToken: 'tok_visa', draftOrderId: undefined } }))).toBe(
    fingerprintOf(request()),
  );
});

test.each<[string, Partial<FingerprintedRequest>]>([
  ['another body', { body: { cardToken: 'tok_mastercard' } }],
  ['another member', { body: { cardToken: 'tok_visa', draftOrderId: 'd' } }],
  ['another id', { ids: ['1002'] }],
  ['no id', { ids: [] }],
  ['another route', { route: '/orders' }],
  ['another method', { method: 'PUT' }],
])('%s is another request', (_name, other) => expect(fingerprintOf(request(other))).not.toBe(fingerprintOf(request())));
