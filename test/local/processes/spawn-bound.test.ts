// That a child process never outlives the one that started it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { isAlive } from '../fixtures/processes.ts';

const SPAWN_BOUND = new URL('../../../local/processes/spawn-bound.ts', import.meta.url).href;

/** A process that starts a sleeping child with spawnBound and says the child's id. */
async function parentOfSleeper(path = process.env.PATH ?? '') {
  const code = `import { spawnBound } from ${JSON.stringify(SPAWN_BOUND)};
    console.log(spawnBound('/bin/sleep', ['300'], { stdio: 'ignore' }).pid);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(parent.stdout), 'line');
  return { parent, sleeper: Number(line) };
}

it.each([
  ['the kernel', undefined],
  ['a watcher, where there is no setpriv', '/bin'],
])('a child does not outlive a killed parent, thanks to %s', async (_, path) => {
  const { parent, sleeper } = await parentOfSleeper(path);
  expect(isAlive(sleeper)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(sleeper), { timeout: 5_000 }).toBe(false);
});
