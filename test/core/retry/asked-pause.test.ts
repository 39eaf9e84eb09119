// Who asks for a pause: a refusal or an error that names a time; not a 409, which is about one key alone.

import { expect, test } from 'vitest';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import { askedPause } from '#core/retry/asked-pause.ts';
import * as o from '../charge/outcomes.ts';

const IN_TROUBLE: SendOutcome = { kind: 'unknown', reason: 'serverError', status: 503, retryAfter: '9' };

test.each<[SendOutcome, string | null]>([
  [o.BUSY, '5'],
  [o.TOO_MANY, null],
  [IN_TROUBLE, '9'],
  [o.SERVER_ERROR, null],
  [o.PROCESSING, null],
  [o.APPROVED, null],
])('%o', (outcome, header) => expect(askedPause(outcome)).toBe(header));
