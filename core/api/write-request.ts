// What every write must bring, in this order: a caller, JSON, a bounded body, a key, a valid body. A bad request burns no key.

import { assertNever } from '../assert-never.ts';
import type { TenantId } from '../ids/tenant-id.ts';
import { type Answer, refuse } from './answer.ts';
import type { HttpRequest } from './http-request.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { type ParsedBody, shown } from './parsed-body.ts';
import { MOST_DEPTH, readStrictJson } from './strict-json.ts';

export type WriteRequest<Body> =
  | { readonly kind: 'valid'; readonly tenant: TenantId; readonly key: string; readonly body: Body }
  | { readonly kind: 'refused'; readonly answer: Answer };

/** Bytes; no body of ours comes near it. */
export const MOST_BODY_BYTES = 16_384;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

export function readWrite<Body>(request: HttpRequest, parse: (body: unknown) => ParsedBody<Body>): WriteRequest<Body> {
  const refused = (answer: Answer) => ({ kind: 'refused', answer }) as const;
  const { tenant, headers } = request;
  if (tenant === null) return refused(unauthenticated());
  if (!JSON_TYPE.test((headers['content-type'] ?? '').trim()))
    return refused(refuse('media-type-unsupported', 'Send the body as application/json.'));
  if (request.body.byteLength > MOST_BODY_BYTES)
    return refused(refuse('body-too-large', `Send at most ${MOST_BODY_BYTES} bytes.`));
  const key = parseIdempotencyKey(headers['idempotency-key']);
  if (key.kind === 'missing')
    return refused(refuse('key-missing', 'Make a key when the payment begins, and send it with every try.'));
  if (key.kind === 'invalid') return refused(refuse('key-invalid', `The key ${key.reason}.`));
  const json = readJson(request.body);
  if (json.kind === 'invalid') return refused(refuse('body-invalid', json.detail));
  const body = parse(json.request);
  if (body.kind === 'invalid') return refused(refuse('body-invalid', body.detail));
  return { kind: 'valid', tenant, key: key.key, body: body.request };
}

export const unauthenticated = (): Answer =>
  refuse('unauthenticated', 'Sign the request, or send a token that names its caller, as this deployment asks.');

function readJson(bytes: Uint8Array): ParsedBody<unknown> {
  const json = readStrictJson(textOf(bytes) ?? '');
  switch (json.kind) {
    case 'read':
      return { kind: 'valid', request: json.value };
    case 'malformed':
      return { kind: 'invalid', detail: 'The body must be JSON in UTF-8.' };
    case 'tooDeep':
      return { kind: 'invalid', detail: `The body may nest ${MOST_DEPTH} deep at most.` };
    case 'duplicate':
      return { kind: 'invalid', detail: `The member ${shown(json.member)} is there twice.` };
    default:
      return assertNever(json);
  }
}

/** null: not UTF-8. No character is guessed. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
