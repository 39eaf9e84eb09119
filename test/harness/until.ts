// When a condition holds: waits for what is to come instead of for a time.

import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/** Answers the first value that is neither undefined, null nor false. `what` names it when it never comes. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  { timeoutMs = 30_000, everyMs = 100 }: Patience = {},
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen as Exclude<T, undefined | null | false>;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await sleep(everyMs);
  }
}
