// What a contract's refusal statuses may redefine, and what they may not.

import { expect, test } from 'vitest';
import { classifyReply } from '#core/outcome/classify-reply.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { ReplyBody } from '#core/outcome/provider-reply.ts';
import { CHARGE, EMPTY, EXPECTED, json, reply } from './reply-cases.ts';

const ALL = Array.from({ length: 1000 }, (_, status) => status);
const withAll = (status: number, body: ReplyBody = EMPTY) =>
  classifyReply(reply(status, body), EXPECTED, { refusalStatuses: ALL });

test.each([400, 403, 404, 408, 425, 429, 500, 502, 503, 504, 599])('%d may be a refusal', (status) => {
  expect(withAll(status)).toEqual({ kind: 'refused', status, retryAfter: null });
});

const idempotencyError = json({ error: { type: 'idempotency_error' } });
test.each<[string, number, ReplyBody, SendOutcome['kind']]>([
  ['a charge', 201, json(CHARGE), 'approved'],
  ['a success that cannot be read', 200, EMPTY, 'unknown'],
  ['accepted', 202, EMPTY, 'stillProcessing'],
  ['a redirect', 302, EMPTY, 'unknown'],
  ['no HTTP status', 700, EMPTY, 'unknown'],
  ['our credentials, which have their own way out', 401, EMPTY, 'credentials'],
  ['the bank’s no', 402, EMPTY, 'declined'],
  ['an earlier send in progress', 409, EMPTY, 'stillProcessing'],
  ['an earlier send with another body', 422, EMPTY, 'contractViolation'],
  ['a complaint about the key', 400, idempotencyError, 'contractViolation'],
])('%s (%d) may not', (_name, status, body, kind) => expect(withAll(status, body).kind).toBe(kind));

test('429 is a refusal although no contract names it, and 503 is none where the contract does not', () => {
  const none = { refusalStatuses: [] };
  expect(classifyReply(reply(429), EXPECTED, none).kind).toBe('refused');
  expect(classifyReply(reply(503), EXPECTED, none)).toEqual({ kind: 'unknown', reason: 'serverError', status: 503 });
});
