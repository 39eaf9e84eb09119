// What every write must bring, in this order (design section 5): caller, 415, 413, key syntax, body.

import { describe, expect, it, test } from 'vitest';
import { parseCheckout } from '#core/api/checkout-request.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { MOST_BODY_BYTES, readWrite } from '#core/api/write-request.ts';
import { TENANT } from '../examples.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const BODY = '{"cardToken":"tok_visa"}';
const HEADERS = { 'content-type': 'application/json', 'idempotency-key': '"k-1"' };

const request = (over: Partial<HttpRequest> = {}): HttpRequest => ({
  tenant: TENANT,
  headers: HEADERS,
  pathParameters: {},
  body: bytes(BODY),
  ...over,
});

function refusal(over: Partial<HttpRequest>) {
  const read = readWrite(request(over), parseCheckout);
  if (read.kind === 'valid') throw new Error('the request was taken');
  return { status: read.answer.status, type: read.answer.body.type };
}

it('takes a request with all of them', () => {
  const read = readWrite(request(), parseCheckout);
  expect(read).toEqual({ kind: 'valid', tenant: TENANT, key: 'k-1', body: { cardToken: 'tok_visa' } });
});

describe('the ladder: of several faults, the first is named', () => {
  const large = bytes(' '.repeat(MOST_BODY_BYTES + 1));
  const text = { 'content-type': 'text/plain', 'idempotency-key': '' };
  const json = { 'content-type': 'application/json' };

  test.each<[number, string, Partial<HttpRequest>]>([
    [401, 'unauthenticated', { tenant: null, headers: text, body: large }],
    [415, 'media-type-unsupported', { headers: text, body: large }],
    [413, 'body-too-large', { headers: { ...json, 'idempotency-key': '' }, body: large }],
    [400, 'key-missing', { headers: json, body: bytes('{') }],
    [400, 'key-invalid', { headers: { ...json, 'idempotency-key': '' }, body: bytes('{') }],
    [400, 'body-invalid', { body: bytes('{') }],
    [400, 'body-invalid', { body: bytes('{}') }],
  ])('%d %s', (status, slug, over) => expect(refusal(over)).toEqual({ status, type: `urn:paid-once:${slug}` }));
});

describe('each refusal says what to do', () => {
  test.each<[string, Partial<HttpRequest>]>([
    ['Sign the request, or send a token that names its caller, as this deployment asks.', { tenant: null }],
    ['Send the body as application/json.', { headers: {} }],
    ['Send at most 16384 bytes.', { body: bytes(' '.repeat(16_385)) }],
    [
      'Make a key when the payment begins, and send it with every try.',
      { headers: { ...HEADERS, 'idempotency-key': undefined } },
    ],
    ['The key is empty.', { headers: { ...HEADERS, 'idempotency-key': '""' } }],
    ['The key is empty.', { headers: { ...HEADERS, 'idempotency-key': ' ' } }],
    ['The body must be JSON in UTF-8.', { body: bytes('{') }],
    ['The body may nest 32 deep at most.', { body: bytes(`${'['.repeat(33)}${']'.repeat(33)}`) }],
  ])('%s', (detail, over) => {
    expect(readWrite(request(over), parseCheckout)).toMatchObject({ kind: 'refused', answer: { body: { detail } } });
  });
});

describe('the media type', () => {
  const typed = (type: string | undefined) => request({ headers: { ...HEADERS, 'content-type': type } });

  // RFC 9110, 8.3.1: type and subtype are case-insensitive, parameters may follow.
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    ' application/json ;charset=utf-8',
  ])('%s is JSON', (type) => expect(readWrite(typed(type), parseCheckout).kind).toBe('valid'));

  test.each([
    undefined,
    '',
    'text/json',
    'application/jsonp',
    'application/problem+json',
    'application/x-www-form-urlencoded',
  ])('%s is not', (type) => expect(refusal(typed(type)).status).toBe(415));
});

describe('the body', () => {
  it('may fill the bound', () => {
    const body = bytes(BODY + ' '.repeat(MOST_BODY_BYTES - BODY.length));
    expect(readWrite(request({ body }), parseCheckout).kind).toBe('valid');
  });

  test.each<[string, Uint8Array]>([
    ['empty', bytes('')],
    ['no JSON', bytes('cardToken=tok_visa')],
    ['two values', bytes('{}{}')],
    ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['a list', bytes('[]')],
  ])('%s is refused', (_name, body) =>
    expect(refusal({ body })).toEqual({ status: 400, type: 'urn:paid-once:body-invalid' }),
  );

  it('is read as UTF-8 or not at all: no character is guessed', () => {
    const body = Uint8Array.of(0x22, 0xff, 0x22);
    const anything = (request: unknown) => ({ kind: 'valid', request }) as const;
    expect(readWrite(request({ body }), anything).kind).toBe('refused');
    expect(readWrite(request({ body: bytes('"ü"') }), anything)).toMatchObject({ kind: 'valid', body: 'ü' });
  });

  test.each<[string, string]>([
    ['{"cardToken":"tok_a","cardToken":"tok_b"}', '"cardToken"'],
    [String.raw`{"\u0063ardToken":"tok_a","cardToken":"tok_b"}`, '"cardToken"'],
    ['{"cardToken":"tok_a","more":{"x":1,"x":1}}', '"x"'],
    [`{"${'m'.repeat(99)}":1,"${'m'.repeat(99)}":1}`, `"${'m'.repeat(64)}"`],
  ])('with a member twice is refused, and names it: %s', (text, member) => {
    const read = readWrite(request({ body: bytes(text) }), parseCheckout);
    expect(read).toMatchObject({ answer: { status: 400, body: { detail: `The member ${member} is there twice.` } } });
    expect(JSON.stringify(read)).not.toContain('tok_');
  });

  it('is not read deeper than a bound', () => {
    const body = bytes(`{"cardToken":${'['.repeat(5_000)}${']'.repeat(5_000)}}`);
    expect(refusal({ body })).toEqual({ status: 400, type: 'urn:paid-once:body-invalid' });
  });

  it('is not quoted in the answer: it may hold a card', () => {
    const read = readWrite(request({ body: bytes('{"cardToken":"4111111111111111') }), parseCheckout);
    expect(JSON.stringify(read)).not.toContain('4111');
  });
});
