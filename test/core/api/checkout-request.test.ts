// `POST /orders/{orderId}/checkout` `{cardToken}` (design section 6).

import { describe, expect, it, test } from 'vitest';
import { parseCheckout } from '#core/api/checkout-request.ts';

it('takes a card token', () => {
  expect(parseCheckout({ cardToken: 'tok_visa' })).toEqual({ kind: 'valid', request: { cardToken: 'tok_visa' } });
});

describe('refuses, naming the member', () => {
  test.each<[unknown, RegExp]>([
    [{}, /^The member cardToken is missing\.$/],
    [{ cardToken: '' }, /^cardToken must be /],
    [{ cardToken: 'tok visa' }, /^cardToken must be /],
    [{ cardToken: 'x'.repeat(256) }, /^cardToken must be /],
    [{ cardToken: 1 }, /^cardToken must be /],
    [{ cardToken: null }, /^cardToken must be /],
    [{ cardToken: ['tok_visa'] }, /^cardToken must be /],
    [{ cardToken: 'tok_visa', amount: '1.00' }, /^There is no member "amount"\.$/],
    [JSON.parse('{"cardToken":"tok_visa","__proto__":{}}'), /^There is no member "__proto__"\.$/],
    [{ cardToken: 'tok_visa', ['x'.repeat(5_000)]: 1 }, /^There is no member "x{64}"\.$/],
    [null, /^The body must be a JSON object\.$/],
    [[], /^The body must be a JSON object\.$/],
    [[{ cardToken: 'tok_visa' }], /^The body must be a JSON object\.$/],
    ['tok_visa', /^The body must be a JSON object\.$/],
    [1, /^The body must be a JSON object\.$/],
  ])('%j', (body, detail) => {
    expect(parseCheckout(body)).toEqual({ kind: 'invalid', detail: expect.stringMatching(detail) });
  });

  it('without quoting a value: it may be a card', () => {
    const refused = parseCheckout({ cardToken: '4111 1111 1111 1111' });
    expect(JSON.stringify(refused)).not.toContain('4111');
  });
});
