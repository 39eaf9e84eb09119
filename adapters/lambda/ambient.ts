// The process's own time, chance and names.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import type { Ambient } from '#core/ports/ambient.ts';
import { epochMs } from '#core/time/instant.ts';

export const ambient: Ambient = {
  now: () => epochMs(Date.now()),
  random: Math.random,
  uuid: () => v7(),
  bytes: (length) => randomBytes(length),
  sleep: async (ms) => {
    await sleep(ms);
  },
};
