// Whether a send is still doubtful after its outcome: it may have charged, or may yet charge (design section 5, "the send is").

import { assertNever } from '../assert-never.ts';
import type { SendOutcome } from './outcome.ts';

export function leavesDoubt(outcome: SendOutcome): boolean {
  switch (outcome.kind) {
    // Known: the attempt closes with it.
    case 'approved':
    // Proved refused, or proved not sent.
    case 'declined':
    case 'refused':
    case 'credentials':
    case 'rejected':
    case 'notSent':
      return false;
    case 'stillProcessing':
    // The refusal is about another body: an earlier send of this key exists, and what became of it is not said.
    case 'contractViolation':
    case 'unknown':
      return true;
  }
  return assertNever(outcome);
}
