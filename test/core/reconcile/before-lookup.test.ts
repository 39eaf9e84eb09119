// What a consistent read decides before the provider is asked (design section 5, reconcile).

import { expect, test } from 'vitest';
import { type BeforeLookup, beforeLookup } from '#core/reconcile/before-lookup.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { at, attempt, DEFAULTS, ended, sent } from '../examples.ts';

const LOOKUP: BeforeLookup = { kind: 'lookup' };
const failed = (sends: number): BeforeLookup => ({ kind: 'closeFailed', sends });

// The run began at 0 and its deadline is at 60 s.
test.each<[string, Attempt, number, BeforeLookup]>([
  ['it succeeded', ended('Succeeded'), 600, { kind: 'ended', status: 'Succeeded' }],
  ['it was declined', ended('Declined'), 600, { kind: 'ended', status: 'Declined' }],
  ['it failed', ended('Failed'), 600, { kind: 'ended', status: 'Failed' }],
  ['it was abandoned: late evidence still counts', ended('Abandoned'), 600, LOOKUP],
  ['a send is doubtful', sent(1, [1]), 600, LOOKUP],
  ['one of several is doubtful', sent(3, [2]), 600, LOOKUP],
  ['all are refused, but the run may send again', sent(2, []), 59.999, LOOKUP],
  ['nothing was sent, but the run may begin', attempt(), 59.999, LOOKUP],
  ['all are refused, and the deadline has passed', sent(2, []), 60, failed(2)],
  ['nothing was sent, and the deadline has passed', attempt(), 60, failed(0)],
  ['all are refused, and a newer run has time', sent(2, [], { resumes: 1, lastStartedAt: at(30) }), 60, LOOKUP],
  ['all are refused, held, and the deadline has passed', sent(2, [], { held: true }), 60, failed(2)],
])('%s', (_name, seen, seconds, decision) => expect(beforeLookup(seen, at(seconds), DEFAULTS)).toEqual(decision));
