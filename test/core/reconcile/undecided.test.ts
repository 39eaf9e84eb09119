// An attempt still open an hour past its abandonment age, for whatever reason, is put in front of a person (section 5).

import { expect, test } from 'vitest';
import { isUndecided } from '#core/reconcile/undecided.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { at, attempt, DEFAULTS, ended, NOW, sent } from '../examples.ts';

const AGE = 1_800 + 3_600;

test.each<[string, Attempt, number, boolean]>([
  ['an hour past its age', sent(1, [1]), AGE, true],
  ['not yet', sent(1, [1]), AGE - 0.001, false],
  ['its age counts from the last send', sent(2, [1, 2], { lastSentAt: at(100) }), AGE, false],
  ['by then', sent(2, [1, 2], { lastSentAt: at(100) }), AGE + 100, true],
  ['whatever readings stand', sent(1, [1], { notFoundReadings: 1, lastCheckedAt: at(AGE - 1) }), AGE, true],
  ['held', sent(1, [1], { held: true }), AGE, true],
  ['never sent', attempt({ createdAt: NOW }), AGE, true],
  ['never sent, not yet', attempt({ createdAt: NOW }), AGE - 0.001, false],
  ['abandoned', ended('Abandoned'), 10 * AGE, false],
  ['succeeded', ended('Succeeded'), 10 * AGE, false],
])('%s', (_name, seen, seconds, undecided) => expect(isUndecided(seen, at(seconds), DEFAULTS)).toBe(undecided));
