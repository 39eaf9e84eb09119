// Time, chance and names for a function under test: the clock stands still until a test, or a sleep, moves it.

import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Ambient } from '#core/ports/ambient.ts';
import { type EpochMs, epochMs, plusSeconds } from '#core/time/instant.ts';

export interface Clock extends Ambient {
  readonly start: EpochMs;
  pass(seconds: number): void;
  /** Runs during the next sleeps, in order, one each; a sleep passes its time first. */
  whileAsleep(...happens: readonly (() => Promise<unknown>)[]): void;
}

export function handClock(): Clock {
  const start = epochMs(Date.UTC(2026, 0, 5, 12));
  let now = start;
  let happenings: (() => Promise<unknown>)[] = [];
  return {
    start,
    now: () => now,
    random: () => 0.5,
    uuid: () => v7({ msecs: now }),
    bytes: (length) => randomBytes(length),
    pass: (seconds) => {
      now = plusSeconds(now, seconds);
    },
    sleep: async (ms) => {
      now = epochMs(now + ms);
      await happenings.shift()?.();
    },
    whileAsleep: (...happens) => {
      happenings = [...happens];
    },
  };
}
