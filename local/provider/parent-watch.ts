/** Notices that whoever started this process is gone, also by SIGKILL, so that nothing is left behind. */
import { fstatSync } from 'node:fs';

const POLL_MS = 200;

/** `byPid`: for a parent that holds neither our stdin nor an IPC channel. */
export function onParentGone(gone: () => void, { byPid }: { byPid: boolean }): void {
  process.once('disconnect', gone);
  if (stdinIsHeld()) process.stdin.once('end', gone).once('close', gone).once('error', gone).resume();
  if (!byPid) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && gone(), POLL_MS).unref();
}

/** A terminal, a file or /dev/null ends, or never does, whether or not anyone lives; a pipe ends with its holder. */
function stdinIsHeld(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket();
  } catch {
    return false; // started with stdin closed
  }
}
