// The answer to a key that came with another request before.

import type { Settings } from '../settings/settings.ts';
import { type Answer, refuse } from './answer.ts';
import { problem } from './problem.ts';

export function keyReused({ keyMismatchStatus }: Pick<Settings, 'keyMismatchStatus'>): Answer {
  const given = refuse('key-reused');
  const detail =
    'This key belongs to a request with another body. Make a new key for a new payment; never change the body under a key.';
  return { ...given, status: keyMismatchStatus, body: problem('key-reused', detail, {}, keyMismatchStatus) };
}
