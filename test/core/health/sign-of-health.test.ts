// Which outcomes count as the provider's failures: trouble on its side, not a refusal that it meant.

import { expect, test } from 'vitest';
import { signOfHealth } from '#core/health/sign-of-health.ts';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import * as o from '../charge/outcomes.ts';

const FAILURES: readonly SendOutcome[] = [
  o.BUSY,
  o.NOT_SENT,
  o.SERVER_ERROR,
  o.TIMEOUT,
  o.LOST,
  o.UNREADABLE,
  o.CONTRADICTING,
  o.REDIRECTED,
];

test.each(o.OUTCOMES.map((outcome) => [outcome] as const))('%o', (outcome) => {
  expect(signOfHealth(outcome)).toBe(FAILURES.includes(outcome) ? 'failure' : 'well');
});

test.each(['NO_TIME_LEFT', 'DEADLINE_PASSED', 'SECRET_UNREADABLE', 'SECRET_UNUSABLE'])(
  '%s is trouble of our own',
  (code) => {
    expect(signOfHealth({ kind: 'notSent', phase: 'lookup', code })).toBe('none');
  },
);
