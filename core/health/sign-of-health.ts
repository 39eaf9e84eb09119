// What a send's outcome says of the provider's health: that it is in trouble, that it works, or nothing.

import { assertNever } from '../assert-never.ts';
import type { SendOutcome } from '../outcome/outcome.ts';

/** `none`: the send never left for a reason of our own. */
export type SignOfHealth = 'well' | 'failure' | 'none';

/** RFC 6585, section 4: too many requests. The provider is well, and says so; Retry-After and the budget slow us down. */
const TOO_MANY_REQUESTS = 429;

/** Our codes, not the network's: a secret that could not be read, a function or a run that ends too soon. */
const OUR_OWN_CODES: readonly string[] = ['NO_TIME_LEFT', 'DEADLINE_PASSED', 'SECRET_UNREADABLE', 'SECRET_UNUSABLE'];

export function signOfHealth(outcome: SendOutcome): SignOfHealth {
  switch (outcome.kind) {
    case 'unknown':
      return 'failure';
    case 'refused':
      return outcome.status === TOO_MANY_REQUESTS ? 'well' : 'failure';
    case 'notSent':
      return OUR_OWN_CODES.includes(outcome.code) ? 'none' : 'failure';
    case 'approved':
    case 'declined':
    case 'stillProcessing':
    // The provider understood us, and does not want us: a person must look, and no pause would help.
    case 'credentials':
    case 'rejected':
    case 'contractViolation':
      return 'well';
    default:
      return assertNever(outcome);
  }
}
