// What Stripe's replies mean, by its own tables: error-low-level, error-codes, the PaymentIntent's statuses.

import { describe, expect, it, test } from 'vitest';
import { classifyStripeReply, type StripeReply } from '#adapters/provider/stripe/classify.ts';
import { leavesDoubt } from '#core/outcome/send-doubt.ts';
import { PROVIDER_DEFAULTS } from '#core/settings/provider-defaults.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';

const REFERENCE = 'abcdefghij-1001-0123456789abcdef0123456789abcdef';
const EXPECTED = { reference: REFERENCE, amountMinor: 54_890, currency: 'TRY' };

const intent = (status: string, more: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: 54_890,
  amount_received: status === 'succeeded' ? 54_890 : 0,
  currency: 'try',
  status,
  metadata: { merchant_reference: REFERENCE },
  last_payment_error: null,
  ...more,
});

type Said = Partial<Pick<StripeReply, 'retryAfter' | 'replayed' | 'shouldRetry'>>;
const classify = (status: number, value: unknown, said: Said = {}) => {
  const body = value === null ? ({ kind: 'empty' } as const) : ({ kind: 'json', value } as const);
  const reply = { status, retryAfter: null, replayed: false, shouldRetry: null, body, ...said };
  return classifyStripeReply(reply, EXPECTED, { ...DEFAULT_SETTINGS.provider, ...PROVIDER_DEFAULTS.stripe });
};
const unknown = (reason: string, status = 200) => ({ kind: 'unknown', reason, status });
const declined = (reason: string) => ({ kind: 'declined', reason, replayed: false });

describe('an intent in a 200', () => {
  const failed = (error: object) => intent('requires_payment_method', { last_payment_error: error });
  test.each<[string, object, object]>([
    ['succeeded', intent('succeeded'), { kind: 'approved', providerPaymentId: 'pi_1', replayed: false }],
    ['processing', intent('processing'), { kind: 'stillProcessing', status: 200, retryAfter: null }],
    ['requires_action', intent('requires_action'), declined('authentication_required')],
    ['failed, by the bank', failed({ code: 'card_declined', decline_code: 'lost_card' }), declined('lost_card')],
    ['failed, by Stripe', failed({ code: 'expired_card' }), declined('expired_card')],
    ['failed, in words', failed({ code: 'Ada said no' }), declined('requires_payment_method')],
    ['canceled', intent('canceled', { cancellation_reason: 'fraudulent' }), declined('fraudulent')],
    ['held', intent('requires_capture'), unknown('contradictingReply')],
    ['not confirmed', intent('requires_confirmation'), unknown('contradictingReply')],
    ['in a word never seen', intent('quantum'), unknown('contradictingReply')],
    ['of another reference', intent('succeeded', { metadata: {} }), unknown('contradictingReply')],
    ['of another amount', intent('succeeded', { amount_received: 54_889 }), unknown('contradictingReply')],
    ['of no amount received', intent('succeeded', { amount_received: undefined }), unknown('contradictingReply')],
    ['of another currency', intent('succeeded', { currency: 'usd' }), unknown('contradictingReply')],
    ['another’s, failed', intent('canceled', { metadata: null }), unknown('contradictingReply')],
    ['without an id', intent('succeeded', { id: '' }), unknown('unreadableReply')],
    ['that is none', intent('succeeded', { object: 'charge' }), unknown('unreadableReply')],
    ['that is a list', [intent('succeeded')], unknown('unreadableReply')],
  ])('%s', (_name, body, outcome) => {
    expect(classify(200, body)).toEqual(outcome);
  });

  test.each([202, 203, 206])('a %d is no result', (status) => {
    expect(leavesDoubt(classify(status, intent('succeeded')))).toBe(true);
  });
});

describe('an error', () => {
  const error = (type: string, more: object = {}) => ({ error: { type, ...more } });
  const invalid = error('invalid_request_error', { code: 'parameter_missing' });
  test.each<[string, number, object | null, object]>([
    [
      'a card error',
      402,
      error('card_error', { code: 'card_declined', decline_code: 'do_not_honor' }),
      declined('do_not_honor'),
    ],
    [
      'a question of the bank’s',
      402,
      error('card_error', { code: 'authentication_required' }),
      declined('authentication_required'),
    ],
    [
      'a key in use',
      409,
      error('invalid_request_error', { code: 'idempotency_key_in_use' }),
      { kind: 'stillProcessing', status: 409, retryAfter: null },
    ],
    ['another body', 400, error('idempotency_error'), { kind: 'contractViolation', status: 400 }],
    ['a bad request', 400, invalid, { kind: 'rejected', status: 400, code: 'parameter_missing' }],
    ['no valid API key', 401, error('invalid_request_error'), { kind: 'credentials', status: 401 }],
    [
      'no permission',
      403,
      error('invalid_request_error'),
      { kind: 'rejected', status: 403, code: 'invalid_request_error' },
    ],
    [
      'no such thing',
      404,
      error('invalid_request_error', { code: 'resource_missing' }),
      { kind: 'rejected', status: 404, code: 'resource_missing' },
    ],
    ['an external failure', 424, error('api_error'), unknown('serverError', 424)],
    ['too many requests', 429, error('rate_limit_error'), { kind: 'refused', status: 429, retryAfter: null }],
    [
      'a lock',
      429,
      error('invalid_request_error', { code: 'lock_timeout' }),
      { kind: 'refused', status: 429, retryAfter: null },
    ],
    ...[500, 502, 503, 504].map((status): [string, number, object, object] => [
      'Stripe’s own trouble',
      status,
      error('api_error'),
      unknown('serverError', status),
    ]),
    ['Stripe’s own trouble in disguise', 400, error('api_error'), unknown('serverError', 400)],
    ['a redirect', 302, null, unknown('redirected', 302)],
    [
      'a no that carries a success',
      402,
      error('card_error', { payment_intent: intent('succeeded') }),
      unknown('contradictingReply', 402),
    ],
    [
      'a complaint that only a success causes',
      400,
      error('invalid_request_error', { code: 'payment_intent_unexpected_state' }),
      unknown('contradictingReply', 400),
    ],
  ])('%s: %d', (_name, status, body, outcome) => {
    expect(classify(status, body)).toEqual(outcome);
  });

  describe('and Stripe-Should-Retry', () => {
    it('true lets a bad request go again, since nothing was charged', () => {
      const outcome = { kind: 'refused', status: 400, retryAfter: '7' };
      expect(classify(400, invalid, { shouldRetry: true, retryAfter: '7' })).toEqual(outcome);
    });

    it('false, or a replay, ends the repeats of a 500, which stays a doubt', () => {
      const stored = unknown('unreadableReply', 500);
      expect(classify(500, error('api_error'), { shouldRetry: false })).toEqual(stored);
      expect(classify(500, error('api_error'), { replayed: true })).toEqual(stored);
    });

    const REPLIES: [string, number, object | null][] = [
      ['a 500', 500, error('api_error')],
      ['a 503', 503, null],
      ['a 409', 409, error('invalid_request_error')],
      ['another body', 400, error('idempotency_error')],
      ['an intent in progress', 200, intent('processing')],
      ['a contradiction', 200, intent('requires_capture')],
      ['a redirect', 302, null],
      ['a 424', 424, error('api_error')],
    ];
    test.each(REPLIES)('takes no doubt away: %s', (_name, status, body) => {
      for (const shouldRetry of [true, false, null])
        for (const replayed of [true, false])
          expect(leavesDoubt(classify(status, body, { shouldRetry, replayed }))).toBe(true);
    });

    test.each([true, false])('%s changes neither a decline nor a 429 nor a success', (shouldRetry) => {
      expect(classify(402, error('card_error'), { shouldRetry })).toMatchObject({ kind: 'declined' });
      expect(classify(429, error('rate_limit_error'), { shouldRetry })).toMatchObject({ kind: 'refused' });
      expect(classify(200, intent('succeeded'), { shouldRetry })).toMatchObject({ kind: 'approved' });
    });
  });
});
