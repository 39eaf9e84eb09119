// What the client needs of the machine it runs on; a test, or a caller that signs its requests, gives its own.

export interface Platform {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly randomUUID: () => string;
  /** Calls back after so many milliseconds. @returns what `clearTimeout` takes */
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** Milliseconds that never run backwards. */
  readonly now: () => number;
}

// Arrows, because a browser refuses these functions when they are called on another object than its own.
export const platform: Platform = {
  fetch: (url, init) => fetch(url, init),
  randomUUID: () => crypto.randomUUID(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
  now: () => performance.now(),
};
