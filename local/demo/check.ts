// Checks what a story says; a story that differs makes the demo fail.

import type { Say } from './narrator.ts';

export interface Checks {
  that(what: string, held: boolean, seen?: unknown): void;
  readonly failed: number;
}

export function createChecks(say: Say): Checks {
  let failed = 0;
  return {
    that(what, held, seen) {
      if (!held) failed++;
      say(held ? `✓ ${what}` : `✗ ${what}: saw ${JSON.stringify(seen)}`);
    },
    get failed() {
      return failed;
    },
  };
}
