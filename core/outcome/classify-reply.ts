// What one reply to a charge taught us: the reply table of design section 5.

import type { ExpectedCharge } from '../ports/payment-provider.ts';
import type { ProviderContract } from '../settings/settings.ts';
import { errorCode } from './machine-code.ts';
import type { DoubtReason, SendOutcome } from './outcome.ts';
import type { ProviderReply } from './provider-reply.ts';
import { meaningOf, type ReplyMeaning } from './reply-meaning.ts';
import { readCharge } from './reported-charge.ts';

type Read = (reply: ProviderReply, expected: ExpectedCharge) => SendOutcome;

const unknown =
  (reason: DoubtReason): Read =>
  ({ status }) => ({ kind: 'unknown', reason, status });

/** In trouble, and it says for how long. A redirect's Retry-After is about the other place (RFC 9110, section 10.2.3). */
const inTrouble =
  (reason: 'timeout' | 'serverError'): Read =>
  ({ status, retryAfter }) => ({ kind: 'unknown', reason, status, ...(retryAfter === null ? {} : { retryAfter }) });

const OUTCOMES: Readonly<Record<ReplyMeaning, Read>> = {
  result: readResult,
  processing: ({ status, retryAfter }) => ({ kind: 'stillProcessing', status, retryAfter }),
  // The status alone is the bank's no: a body that cannot be read takes away the reason, not the decline.
  declined: (reply) => ({
    kind: 'declined',
    reason: errorCode(json(reply), ['decline_code', 'code']) ?? 'declined',
    replayed: reply.replayed,
  }),
  credentials: ({ status }) => ({ kind: 'credentials', status }),
  refused: ({ status, retryAfter }) => ({ kind: 'refused', status, retryAfter }),
  contractViolation: ({ status }) => ({ kind: 'contractViolation', status }),
  rejected: (reply) => ({
    kind: 'rejected',
    status: reply.status,
    code: errorCode(json(reply), ['code', 'type']) ?? `http-${reply.status}`,
  }),
  redirected: unknown('redirected'),
  timeout: inTrouble('timeout'),
  serverError: inTrouble('serverError'),
  meaningless: unknown('unreadableReply'),
};

export function classifyReply(
  reply: ProviderReply,
  expected: ExpectedCharge,
  contract: Pick<ProviderContract, 'refusalStatuses'>,
): SendOutcome {
  return OUTCOMES[meaningOf(reply, contract.refusalStatuses)](reply, expected);
}

/** A 2xx that is not proved to be our charge is unknown, never failed: the money may have moved. */
function readResult(reply: ProviderReply, expected: ExpectedCharge): SendOutcome {
  const { status, retryAfter, replayed } = reply;
  const unreadable: SendOutcome = { kind: 'unknown', reason: 'unreadableReply', status };
  const charge = readCharge(json(reply));
  if (charge === null) return unreadable;

  // Before the id is asked for: a provider that has not charged yet may have none.
  if (charge.status === 'pending') return { kind: 'stillProcessing', status, retryAfter };

  if (charge.id === null) return unreadable;

  // A 203 was rewritten on the way and a 206 is a part: what they carry is not the provider's own word.
  if (status !== 200 && status !== 201) return unreadable;

  const agrees =
    charge.status === 'succeeded' &&
    charge.reference === expected.reference &&
    charge.amountMinor === expected.amountMinor &&
    charge.currency === expected.currency;
  if (!agrees) return { kind: 'unknown', reason: 'contradictingReply', status };

  return { kind: 'approved', providerPaymentId: charge.id, replayed };
}

const json = ({ body }: ProviderReply): unknown => (body.kind === 'json' ? body.value : null);
