// Which answers ask that a provider be left alone for a while: those that say "not now", and errors that name a time.

import type { SendOutcome } from '../outcome/outcome.ts';

/** The Retry-After header, unparsed. A 409's is about one key that is being worked on: it asks nothing of the others. */
export function askedPause(outcome: SendOutcome): string | null {
  if (outcome.kind === 'refused') return outcome.retryAfter;
  return outcome.kind === 'unknown' ? (outcome.retryAfter ?? null) : null;
}
