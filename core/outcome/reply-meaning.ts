// What an HTTP status means for a charge, before its body is weighed (design section 5).

import type { ProviderReply } from './provider-reply.ts';
import { isObject } from './reported-charge.ts';

export type ReplyMeaning =
  | 'result'
  | 'processing'
  | 'declined'
  | 'credentials'
  | 'refused'
  | 'contractViolation'
  | 'rejected'
  | 'redirected'
  | 'timeout'
  | 'serverError'
  | 'meaningless';

/** What the provider's contract cannot redefine: each says something about money, about an earlier send, or about us. */
const FIXED: ReadonlyMap<number, ReplyMeaning> = new Map([
  [202, 'processing'],
  [401, 'credentials'],
  [402, 'declined'],
  [409, 'processing'],
  [422, 'contractViolation'],
  [429, 'refused'],
]);

/** Doubtful, unless the contract calls it a refusal. */
const TIMEOUTS: ReadonlySet<number> = new Set([408]);

const BY_CLASS: ReadonlyMap<number, ReplyMeaning> = new Map([
  [2, 'result'],
  [3, 'redirected'],
  [4, 'rejected'],
  [5, 'serverError'],
]);

export function meaningOf(reply: ProviderReply, refusalStatuses: readonly number[]): ReplyMeaning {
  const { status } = reply;
  const ofClass = BY_CLASS.get(Math.floor(status / 100));
  // No final status of HTTP: whoever said it, it proves nothing.
  if (ofClass === undefined || !Number.isInteger(status)) return 'meaningless';

  const fixed = FIXED.get(status);
  if (fixed !== undefined) return fixed;

  // A complaint about the key tells of an earlier send, which may have charged: no list of refusals outranks it.
  if (status === 400 && namesIdempotency(reply)) return 'contractViolation';

  // Only errors can be refusals: a list that holds 200 or 302 would turn a charge into "send it again".
  if (status >= 400 && refusalStatuses.includes(status)) return 'refused';

  if (TIMEOUTS.has(status)) return 'timeout';
  return ofClass;
}

function namesIdempotency({ body }: ProviderReply): boolean {
  if (body.kind !== 'json' || !isObject(body.value) || !isObject(body.value.error)) return false;
  const { code, type } = body.value.error;
  return [code, type].some((value) => typeof value === 'string' && /idempoten/i.test(value));
}
