// What an answer to a checkout proves. An answer that is not in our API's own words proves nothing, whatever its status:
// a proxy, a portal or a gateway may have given it.

import type { HttpAnswer } from './call.ts';
import type { Declined, NotCharged, Paid, Problem, Refused } from './result.ts';
import { retryAfterMs } from './waits.ts';

export type CheckoutReading =
  | { readonly kind: 'ended'; readonly result: Paid | Declined | NotCharged | Refused }
  /** Accepted, not known yet: `location` tells when it has ended. */
  | {
      readonly kind: 'accepted';
      readonly attemptId: string;
      readonly location: string | null;
      readonly retryAfterMs: number | null;
    }
  /** True now, and worth another try with the same key. */
  | { readonly kind: 'again'; readonly now: NotCharged | Refused; readonly retryAfterMs: number | null }
  | { readonly kind: 'silent'; readonly retryAfterMs: number | null };

/** Gateways and proxies say these of a request that may be sent again. */
const SEND_AGAIN = new Set([408, 425, 429]);
const BUGS = new Set(['key-reused', 'key-missing', 'key-invalid', 'body-invalid', 'media-type-unsupported']);

export function readCheckout(answer: HttpAnswer | null, orderId: string): CheckoutReading {
  if (answer === null) return { kind: 'silent', retryAfterMs: null };
  const { status, headers, body } = answer;
  const wait = retryAfterMs(headers.get('retry-after'));
  const silent = { kind: 'silent', retryAfterMs: wait } as const;
  const ours = body.orderId === orderId;
  const attemptId = text(body.attemptId);
  if (status === 200 && ours && body.status === 'Paid') return { kind: 'ended', result: paid(orderId, body) };
  if (status === 202 && ours && attemptId !== undefined)
    return { kind: 'accepted', attemptId, location: headers.get('location'), retryAfterMs: wait };
  if (status < 400) return silent;
  const problem = problemOf(answer);
  switch (slugOf(problem)) {
    case 'declined':
      return { kind: 'ended', result: declined(body) };
    case 'provider-rejected':
      return { kind: 'ended', result: { kind: 'notCharged', problem } };
    case 'provider-unavailable':
      return { kind: 'again', now: { kind: 'notCharged', problem }, retryAfterMs: wait };
    case 'other-payment-open':
      return { kind: 'again', now: refused(problem), retryAfterMs: wait };
  }
  if (status >= 500 || SEND_AGAIN.has(status)) return silent;
  return { kind: 'ended', result: refused(problem) };
}

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function paid(orderId: string, named: Readonly<Record<string, unknown>>): Paid {
  const attemptId = text(named.attemptId);
  const providerPaymentId = text(named.providerPaymentId);
  return {
    kind: 'paid',
    orderId,
    ...(attemptId === undefined ? {} : { attemptId }),
    ...(providerPaymentId === undefined ? {} : { providerPaymentId }),
  };
}

export function declined(named: Readonly<Record<string, unknown>>): Declined {
  const attemptId = text(named.attemptId);
  return {
    kind: 'declined',
    declineReason: text(named.declineReason) ?? 'declined',
    ...(attemptId === undefined ? {} : { attemptId }),
  };
}

const refused = (problem: Problem): Refused => ({ kind: 'refused', problem, bug: BUGS.has(slugOf(problem)) });

const slugOf = ({ type }: Problem): string => type.replace(/^urn:paid-once:/, '');

function problemOf({ status, body }: HttpAnswer): Problem {
  const title = text(body.title);
  const detail = text(body.detail);
  return {
    type: text(body.type) ?? 'about:blank',
    status,
    ...(title === undefined ? {} : { title }),
    ...(detail === undefined ? {} : { detail }),
  };
}
