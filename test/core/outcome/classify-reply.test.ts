// The reply table of design section 5, row by row.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { ReplyBody } from '#core/outcome/provider-reply.ts';
import { leavesDoubt } from '#core/outcome/send-doubt.ts';
import { CHARGE, CONTRACT, EMPTY, EXPECTED, json, reply, UNREADABLE } from './reply-cases.ts';

const classify = (status: number, body?: ReplyBody) => classifyReply(reply(status, body), EXPECTED, CONTRACT);
const approved: SendOutcome = { kind: 'approved', providerPaymentId: 'ch_000001', replayed: false };
const error = (fields: object) => json({ error: fields });

describe('2xx', () => {
  const unreadable = (status: number) => ({ kind: 'unknown', reason: 'unreadableReply', status });
  const contradicting = { kind: 'unknown', reason: 'contradictingReply', status: 201 };

  test.each<[string, number, ReplyBody, object]>([
    ['201, all ours', 201, json(CHARGE), approved],
    ['200, all ours', 200, json(CHARGE), approved],
    ['a currency in lower case is the same currency', 201, json({ ...CHARGE, currency: 'try' }), approved],
    ['unreadable', 201, UNREADABLE, unreadable(201)],
    ['empty', 201, EMPTY, unreadable(201)],
    ['no content', 204, EMPTY, unreadable(204)],
    ['null', 200, json(null), unreadable(200)],
    ['a list', 200, json([CHARGE]), unreadable(200)],
    ['a string', 200, json('succeeded'), unreadable(200)],
    ['an error under a 200', 200, error({ code: 'unavailable' }), unreadable(200)],
    ['no id', 201, json({ ...CHARGE, id: undefined }), unreadable(201)],
    ['an empty id', 201, json({ ...CHARGE, id: '' }), unreadable(201)],
    ['an id that is a number', 201, json({ ...CHARGE, id: 1 }), unreadable(201)],
    ['an id that is a page', 201, json({ ...CHARGE, id: '<p>ch_1</p> '.repeat(30) }), unreadable(201)],
    ['rewritten on the way', 203, json(CHARGE), unreadable(203)],
    ['a part', 206, json(CHARGE), unreadable(206)],
    ['another reference', 201, json({ ...CHARGE, merchant_reference: 'other' }), contradicting],
    ['no reference', 201, json({ ...CHARGE, merchant_reference: undefined }), contradicting],
    ['another amount', 201, json({ ...CHARGE, amount: 54_891 }), contradicting],
    ['major units', 201, json({ ...CHARGE, amount: 548.9 }), contradicting],
    ['an amount in words', 201, json({ ...CHARGE, amount: '54890' }), contradicting],
    ['another currency', 201, json({ ...CHARGE, currency: 'USD' }), contradicting],
    ['no currency', 201, json({ ...CHARGE, currency: 949 }), contradicting],
    ['another status', 201, json({ ...CHARGE, status: 'requires_action' }), contradicting],
    ['a failure under a 201', 201, json({ ...CHARGE, status: 'failed' }), contradicting],
    ['no status', 201, json({ ...CHARGE, status: undefined }), contradicting],
  ])('%s', (_name, status, body, outcome) => expect(classify(status, body)).toEqual(outcome));

  test.each<[string, number, ReplyBody]>([
    ['202, nothing said', 202, EMPTY],
    ['202, unreadable', 202, UNREADABLE],
    ['202, even when the body says more', 202, json(CHARGE)],
    ['pending under a 200', 200, json({ ...CHARGE, status: 'pending' })],
    ['pending under a 201, no id yet', 201, json({ status: 'pending' })],
  ])('still processing: %s', (_name, status, body) => {
    const outcome = classifyReply(reply(status, body, { retryAfter: '2' }), EXPECTED, CONTRACT);
    expect(outcome).toEqual({ kind: 'stillProcessing', status, retryAfter: '2' });
  });

  it('reports a replay as a fact beside the outcome', () => {
    const outcome = classifyReply(reply(201, json(CHARGE), { replayed: true }), EXPECTED, CONTRACT);
    expect(outcome).toEqual({ ...approved, replayed: true });
  });
});

describe('402 is the bank’s no, with a machine code or none', () => {
  test.each<[string, ReplyBody, string]>([
    ['decline_code', error({ code: 'card_declined', decline_code: 'insufficient_funds' }), 'insufficient_funds'],
    ['code', error({ code: 'card_declined' }), 'card_declined'],
    ['upper case', error({ decline_code: 'Do-Not_Honor' }), 'do-not_honor'],
    ['free text is passed over', error({ decline_code: 'Ada Lovelace has no money', code: 'expired' }), 'expired'],
    ['64 characters', error({ code: 'a'.repeat(64) }), 'a'.repeat(64)],
    ['65 characters', error({ code: 'a'.repeat(65) }), 'declined'],
    ['no code', error({ message: 'no' }), 'declined'],
    ['a number', error({ code: 51 }), 'declined'],
    ['no error', json({ code: 'expired' }), 'declined'],
    ['unreadable', UNREADABLE, 'declined'],
    ['empty', EMPTY, 'declined'],
  ])('%s', (_name, body, reason) => expect(classify(402, body)).toEqual({ kind: 'declined', reason, replayed: false }));
});

describe('other statuses', () => {
  const violation = (status: number) => ({ kind: 'contractViolation', status });
  const rejected = (status: number, code: string) => ({ kind: 'rejected', status, code });
  const refused = (status: number) => ({ kind: 'refused', status, retryAfter: null });
  const unknown = (status: number, reason: string) => ({ kind: 'unknown', reason, status });

  test.each<[number, ReplyBody, object]>([
    [409, error({ code: 'idempotency_key_in_use' }), { kind: 'stillProcessing', status: 409, retryAfter: null }],
    [422, error({ code: 'idempotency_key_reused' }), violation(422)],
    [422, UNREADABLE, violation(422)],
    [400, error({ code: 'idempotency_key_missing' }), violation(400)],
    [400, error({ type: 'Idempotency_Error' }), violation(400)],
    [400, error({ code: 'invalid_request', type: 'invalid' }), rejected(400, 'invalid_request')],
    [400, error({ message: 'idempotency is a fine thing' }), rejected(400, 'http-400')],
    [400, UNREADABLE, rejected(400, 'http-400')],
    [400, json(['idempotency']), rejected(400, 'http-400')],
    [400, json({ error: 'idempotency_error' }), rejected(400, 'http-400')],
    // Only 400 is a complaint about the key: elsewhere the word is the provider's own affair.
    [403, error({ code: 'idempotency_forbidden' }), rejected(403, 'idempotency_forbidden')],
    [400, error({ code: 7, type: ['idempotency'] }), rejected(400, 'http-400')],
    [401, EMPTY, { kind: 'credentials', status: 401 }],
    [403, error({ type: 'not_permitted' }), rejected(403, 'not_permitted')],
    [404, EMPTY, rejected(404, 'http-404')],
    [418, error({ code: 'I am a teapot' }), rejected(418, 'http-418')],
    [429, EMPTY, refused(429)],
    [503, EMPTY, refused(503)],
    [408, EMPTY, unknown(408, 'timeout')],
    [500, json(CHARGE), unknown(500, 'serverError')],
    [502, UNREADABLE, unknown(502, 'serverError')],
    [504, EMPTY, unknown(504, 'serverError')],
    [507, EMPTY, unknown(507, 'serverError')],
    [599, EMPTY, unknown(599, 'serverError')],
    [300, json(CHARGE), unknown(300, 'redirected')],
    [302, EMPTY, unknown(302, 'redirected')],
    [308, EMPTY, unknown(308, 'redirected')],
    [101, EMPTY, unknown(101, 'unreadableReply')],
    [199, json(CHARGE), unknown(199, 'unreadableReply')],
    [600, json(CHARGE), unknown(600, 'unreadableReply')],
    [999, EMPTY, unknown(999, 'unreadableReply')],
    [0, EMPTY, unknown(0, 'unreadableReply')],
    [-201, EMPTY, unknown(-201, 'unreadableReply')],
    [200.5, json(CHARGE), unknown(200.5, 'unreadableReply')],
  ])('%d %o', (status, body, outcome) => expect(classify(status, body)).toEqual(outcome));

  test.each([409, 429, 503])('%d hands on Retry-After as it came', (status) => {
    const outcome = classifyReply(reply(status, EMPTY, { retryAfter: 'junk' }), EXPECTED, CONTRACT);
    expect(outcome).toMatchObject({ retryAfter: 'junk' });
  });
});

const anyBody = fc.oneof(
  fc.constantFrom(UNREADABLE, EMPTY),
  fc.jsonValue().map(json),
  fc
    .record({ status: fc.string(), id: fc.anything(), error: fc.anything() })
    .map((value) => json({ ...CHARGE, ...value })),
);

describe('for any reply at all', () => {
  it('nothing but a 200 or 201 approves, and nothing but our own charge', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), anyBody, (status, body) => {
        if (classify(status, body).kind !== 'approved') return;
        expect([200, 201]).toContain(status);
        expect(body).toMatchObject(
          json({ status: 'succeeded', amount: 54_890, merchant_reference: EXPECTED.reference }),
        );
      }),
    );
  });

  it('no 2xx, 3xx or 5xx is ever proved refused, but for the statuses that the contract names', () => {
    const status = fc.oneof(fc.integer({ min: 100, max: 399 }), fc.integer({ min: 500, max: 599 }));
    fc.assert(
      fc.property(status, anyBody, (status, body) => {
        const outcome = classify(status, body);
        expect(outcome.kind === 'approved' || status === 503 || leavesDoubt(outcome)).toBe(true);
      }),
    );
  });
});
