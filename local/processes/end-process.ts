// When a child process has ended: asked politely first, made to after a while.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const PATIENCE_MS = 3_000;

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await ended;
  clearTimeout(insist);
}
