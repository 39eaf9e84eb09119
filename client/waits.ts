// How long to wait before the next call, and until when at all.

import type { Platform } from './platform.ts';

export interface Waits {
  /** First ceiling of the jitter; doubles with every try. */
  readonly baseMs: number;
  readonly capMs: number;
  /** A Retry-After is obeyed up to this. */
  readonly retryAfterCapMs: number;
}

/** Whole seconds (RFC 9110, section 10.2.3), as our API sends them; anything else is null. */
export const retryAfterMs = (header: string | null): number | null =>
  header !== null && /^[0-9]+$/.test(header) ? Number(header) * 1000 : null;

/**
 * Full jitter under a doubling ceiling, after what was asked for, so that callers that were sent away together do not
 * come back together. `tries`: 1 after the first.
 */
export function waitMs(tries: number, askedMs: number | null, random: number, waits: Waits): number {
  const ceiling = Math.min(waits.capMs, waits.baseMs * 2 ** Math.min(tries - 1, 30));
  return Math.min(waits.retryAfterCapMs, askedMs ?? 0) + random * ceiling;
}

export interface Stop {
  readonly signal: AbortSignal;
  /** What ended the waiting; `deadline` also while it has not ended, for a wait that would outlast it. */
  because(): 'deadline' | 'aborted';
  /** False, at once or later, when the wait would outlast the deadline or somebody stopped it. */
  pause(ms: number): Promise<boolean>;
  clear(): void;
}

/** One end for everything: the deadline, or the caller's signal, whichever comes first. */
export function stopAt(deadlineMs: number, given: AbortSignal | undefined, platform: Platform): Stop {
  const controller = new AbortController();
  const end = () => controller.abort();
  const at = platform.now() + deadlineMs;
  const timer = platform.setTimeout(end, deadlineMs);
  given?.addEventListener('abort', end);
  if (given?.aborted) end();
  return {
    signal: controller.signal,
    because: () => (given?.aborted ? 'aborted' : 'deadline'),
    pause(ms) {
      const { signal } = controller;
      if (signal.aborted || platform.now() + ms >= at) return Promise.resolve(false);
      return new Promise((resolve) => {
        const settle = () => {
          platform.clearTimeout(wait);
          signal.removeEventListener('abort', settle);
          resolve(!signal.aborted);
        };
        const wait = platform.setTimeout(settle, ms);
        signal.addEventListener('abort', settle);
      });
    },
    clear() {
      platform.clearTimeout(timer);
      given?.removeEventListener('abort', end);
    },
  };
}
