// When the `npm start` that runs this command is gone: npm passes signals to its shell, which dies without passing them on.

import { readFileSync } from 'node:fs';

const POLL_MS = 250;
const SHELL = /^\S*sh\0-c\0/;

/** Not run by npm: never, since a shell that goes away may have left us running on purpose. */
export function onNpmGone(gone: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  setInterval(() => ancestors() !== before && gone(), POLL_MS).unref();
}

/** npm is our parent, or that of the shell in between, which outlives an npm that was killed. */
function ancestors(): string {
  const shell = SHELL.test(read(`/proc/${process.ppid}/cmdline`));
  return shell ? `${process.ppid} ${/\) \S (\d+)/.exec(read(`/proc/${process.ppid}/stat`))?.[1]}` : `${process.ppid}`;
}

/** '' where there is no /proc, or no such process any more. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
