// One stack at a time on one database file: two would each run the schedule and the payments of the other's customers.

import { open, readFile, rm } from 'node:fs/promises';
import { isRunning } from '../processes/is-running.ts';
import { StartError } from '../start-error.ts';

/** @returns what gives the file free again @throws StartError if a running process holds it */
export async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`;
  for (let tries = 0; tries < 2; tries++) {
    try {
      const handle = await open(lock, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotLock(file, error);
      const holder = await readFile(lock, 'utf8').catch(() => '');
      if (isRunning(Number(holder))) {
        throw new StartError(
          `--db ${file} is in use by process ${holder}: stop it first (if that is no paid-once, remove ${lock})`,
        );
      }
      // Its stack was killed.
      await rm(lock, { force: true });
    }
  }
  throw new StartError(`--db ${file}: another process is starting on it: start one stack at a time`);
}

const cannotLock = (file: string, error: unknown): StartError =>
  new StartError(
    `--db ${file} cannot be locked (${(error as NodeJS.ErrnoException).code}): name a file in a folder that this user may write to`,
  );
