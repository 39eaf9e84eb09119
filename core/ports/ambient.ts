// Time, chance and names, as arguments.

import type { EpochMs } from '../time/instant.ts';

export interface Ambient {
  now(): EpochMs;
  /** In [0, 1). */
  random(): number;
  /** A new UUIDv7. */
  uuid(): string;
  /** Cryptographically random. */
  bytes(length: number): Uint8Array;
  /** @param ms milliseconds */
  sleep(ms: number): Promise<void>;
}
