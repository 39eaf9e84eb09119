// A send's outcome as one short code, for the timeline, the log and reviews.

import type { SendOutcome } from '#core/outcome/outcome.ts';

/** E.g. `approved`, `refused 503`, `not sent: connect ECONNREFUSED`, `unknown: timeout`. Holds nothing secret. */
export function outcomeCode(outcome: SendOutcome): string {
  switch (outcome.kind) {
    case 'approved':
      return 'approved';
    case 'declined':
      return `declined: ${outcome.reason}`;
    case 'rejected':
      return `rejected ${outcome.status}: ${outcome.code}`;
    case 'notSent':
      return `not sent: ${outcome.phase} ${outcome.code}`;
    case 'unknown':
      return outcome.status === null ? `unknown: ${outcome.reason}` : `unknown ${outcome.status}: ${outcome.reason}`;
    case 'stillProcessing':
    case 'refused':
    case 'credentials':
    case 'contractViolation':
      return `${outcome.kind} ${outcome.status}`;
  }
}

/** The deciding HTTP status; null when there was no reply. An approval's is not kept: 200 and 201 mean the same. */
export const outcomeStatus = (outcome: SendOutcome): number | null => ('status' in outcome ? outcome.status : null);
