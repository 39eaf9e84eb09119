// The app, synthesised before the stacks of the test files ask for it: by one of them, while the others wait.

import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '#local/json.ts';
import { synthesise } from '#local/template/synthesise.ts';

/** An abstract socket (Linux): taken by one process at a time, and free again however that one ends. */
const TURN = '\0paid-once-test-assembly';

export async function assembled(settings: JsonObject): Promise<void> {
  const turn = await takeTurn();
  try {
    await synthesise({ settings, log: () => {} });
  } finally {
    turn?.close();
  }
}

/** undefined: there are no such sockets here, so everybody goes at once. */
async function takeTurn(): Promise<Server | undefined> {
  for (;;) {
    const server = createServer().listen(TURN);
    try {
      await once(server, 'listening');
      return server;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return undefined;
      await sleep(100);
    }
  }
}
