// What a command said and how it ended, once it has.

import { spawnBound } from './spawn-bound.ts';

export interface Ended {
  /** null: ended by a signal. */
  readonly code: number | null;
  readonly stderr: string;
}

export function runToEnd(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; signal?: AbortSignal | undefined },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawnBound(command, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: Buffer[] = [];
    const stop = () => child.kill('SIGKILL');
    options.signal?.addEventListener('abort', stop, { once: true });
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      options.signal?.removeEventListener('abort', stop);
      resolve({ code, stderr: Buffer.concat(said).toString() });
    });
  });
}
