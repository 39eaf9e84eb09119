// How a child process is kept from outliving this one, even when this one is killed with SIGKILL.

import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';

/** Asked once: some systems have no setpriv, and BusyBox has one without this option. */
let kernelBinds: boolean | undefined;

/**
 * Own process group, so that Ctrl-C reaches this process alone and it ends its children in its own order.
 * Call it from the main thread: the kernel's death signal is bound to the thread that spawned.
 */
export function spawnBound(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  kernelBinds ??= spawnSync('setpriv', ['--pdeathsig', 'SIGKILL', 'true']).status === 0;
  if (kernelBinds) {
    return spawn('setpriv', ['--pdeathsig', 'SIGKILL', command, ...args], { ...options, detached: true });
  }
  const child = spawn(command, args, { ...options, detached: true });
  if (child.pid !== undefined) watch(child, child.pid);
  return child;
}

/** The watcher's standard input ends when this process does, however that happens; then it kills the child. */
function watch(child: ChildProcess, pid: number): void {
  const watcher = spawn('sh', ['-c', 'read -r _; kill -9 "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  // A watcher that outlived the child could kill a stranger that was given the same id.
  child.once('exit', () => watcher.kill('SIGKILL'));
}
