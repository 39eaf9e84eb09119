// `POST /orders` `{orderId?, amount, currency, draftOrderId?}` (design section 6).

import { describe, expect, it, test } from 'vitest';
import { parseCreateOrder } from '#core/api/create-order-request.ts';

const BODY = { amount: '548.90', currency: 'TRY' };

describe('takes', () => {
  it('an amount and a currency', () => {
    const request = { orderId: null, draftOrderId: null, amountMinor: 54_890, currency: 'TRY', given: BODY };
    expect(parseCreateOrder(BODY)).toEqual({ kind: 'valid', request });
  });

  it('the caller’s own ids, passed through', () => {
    const body = { ...BODY, orderId: '1001', draftOrderId: 'draft:7/a' };
    const request = { orderId: '1001', draftOrderId: 'draft:7/a', amountMinor: 54_890, currency: 'TRY', given: body };
    expect(parseCreateOrder(body)).toEqual({ kind: 'valid', request });
  });
});

test.each(['d', '~', 'd'.repeat(64)])('a draft id of 1 to 64 characters: %s', (draftOrderId) => {
  expect(parseCreateOrder({ ...BODY, draftOrderId }).kind).toBe('valid');
});

test.each(['1', 'o'.repeat(36)])('an order id of 1 to 36 characters: %s', (orderId) => {
  expect(parseCreateOrder({ ...BODY, orderId }).kind).toBe('valid');
});

describe('refuses, naming the member', () => {
  test.each<[string, unknown, RegExp]>([
    ['no amount', { currency: 'TRY' }, /^The member amount is missing\.$/],
    ['no currency', { amount: '1' }, /^The member currency is missing\.$/],
    ['nothing', {}, /^The member amount is missing\. The member currency is missing\.$/],
    ['an amount that is a number', { ...BODY, amount: 548.9 }, /^amount must be a decimal string/],
    ['an amount that is finer than the currency', { ...BODY, amount: '1.001' }, /^amount has more decimals/],
    ['an amount of nothing', { ...BODY, amount: '0.00' }, /^amount must be more than zero\.$/],
    ['an amount with an exponent', { ...BODY, amount: '1e3' }, /^amount must be a decimal/],
    ['an amount that is too much', { ...BODY, amount: '10000000000' }, /^amount must be at most 999999999999 minor/],
    ['a currency in lower case', { ...BODY, currency: 'try' }, /^currency must be an ISO 4217 code/],
    ['a currency that is a number', { ...BODY, currency: 949 }, /^currency must be an ISO 4217 code/],
    ['an order id with a blank', { ...BODY, orderId: 'a b' }, /^orderId must be /],
    ['an order id that is too long', { ...BODY, orderId: 'a'.repeat(37) }, /^orderId must be /],
    ['an order id of null', { ...BODY, orderId: null }, /^orderId must be /],
    ['a draft that is empty', { ...BODY, draftOrderId: '' }, /^draftOrderId must be /],
    ['a draft that is too long', { ...BODY, draftOrderId: 'd'.repeat(65) }, /^draftOrderId must be 1 to 64 /],
    ['a draft that is a number', { ...BODY, draftOrderId: 7 }, /^draftOrderId must be a string\.$/],
    ['a draft outside ASCII', { ...BODY, draftOrderId: 'Warenkörbchen' }, /^draftOrderId must be /],
    ['another member', { ...BODY, status: 'Paid' }, /^There is no member "status"\.$/],
    ['a list', [BODY], /^The body must be a JSON object\.$/],
    ['null', null, /^The body must be a JSON object\.$/],
  ])('%s', (_name, body, detail) => {
    expect(parseCreateOrder(body)).toEqual({ kind: 'invalid', detail: expect.stringMatching(detail) });
  });
});
