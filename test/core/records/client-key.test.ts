// TTL deletion is lazy: every read compares `expiresAt`, in epoch seconds, with now (design section 3).

import { expect, test } from 'vitest';
import { isLive } from '#core/records/client-key.ts';
import { toSeconds } from '#core/time/instant.ts';
import { at, NOW } from '../examples.ts';

const expiresAt = toSeconds(NOW);

test.each([
  [-3_600, true],
  [-1, true],
  [-0.001, true],
  [0, false],
  [0.999, false],
  [1, false],
  [172_800, false],
])('%d s after its expiry a key is live: %s', (seconds, live) => expect(isLive({ expiresAt }, at(seconds))).toBe(live));
