// A page's storage: it outlives the page, and a test can look into it.

import type { KeyStorage } from '../../client/kept-key.ts';

export interface LookedInto extends KeyStorage {
  readonly entries: ReadonlyMap<string, string>;
  /** Everything that was ever written. */
  readonly written: readonly string[];
}

export function pageStorage(): LookedInto {
  const entries = new Map<string, string>();
  const written: string[] = [];
  return {
    entries,
    written,
    getItem: (name) => entries.get(name) ?? null,
    setItem(name, value) {
      entries.set(name, value);
      written.push(value);
    },
    removeItem: (name) => void entries.delete(name),
  };
}

/** Waits so short that a test need not wait for them. */
export const BRISK = { baseMs: 20, capMs: 100, retryAfterCapMs: 100 };
