// What the order's own page tells of an attempt: still open, ended, given up, or nothing.

import type { HttpAnswer } from './call.ts';
import { declined, paid } from './read-checkout.ts';
import type { Declined, NotCharged, Paid } from './result.ts';

export type OrderReading =
  | { readonly kind: 'open' }
  | { readonly kind: 'ended'; readonly result: Paid | Declined | NotCharged }
  | { readonly kind: 'abandoned' }
  /** Nothing came, or nothing that lasts: look again. */
  | { readonly kind: 'silent' }
  /** This page will not tell: no such page, no right to read it, or no such attempt on it. */
  | { readonly kind: 'blind' };

type Members = Readonly<Record<string, unknown>>;

/** `attemptId`: as a 202 named it; undefined when none did, and only the order itself can tell. */
export function readOrder(answer: HttpAnswer | null, orderId: string, attemptId: string | undefined): OrderReading {
  if (answer === null || answer.status >= 500 || answer.status === 429) return { kind: 'silent' };
  const { status, body } = answer;
  if (status !== 200 || body.orderId !== orderId || !Array.isArray(body.attempts)) return { kind: 'blind' };
  const attempts = body.attempts as readonly Members[];
  const own = attempts.find((attempt) => attempt.attemptId === attemptId);
  if (own?.status === 'Succeeded') return { kind: 'ended', result: paid(orderId, own) };
  if (own?.status === 'Declined') return { kind: 'ended', result: declined(own) };
  // Paid is paid, by whatever attempt: a checkout would answer the same.
  const payer = attempts.find((attempt) => attempt.status === 'Succeeded');
  if (body.status === 'Paid') return { kind: 'ended', result: paid(orderId, payer ?? {}) };
  if (own?.status === 'Failed') return { kind: 'ended', result: { kind: 'notCharged' } };
  if (own?.status === 'Abandoned') return { kind: 'abandoned' };
  const open = own ?? attempts.find((attempt) => attempt.status === 'Open');
  return open?.status === 'Open' ? { kind: 'open' } : { kind: 'blind' };
}
