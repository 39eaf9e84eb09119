// Which file the tables live in: the one that --db names if it can be a database, else one that goes with the stack.

import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isRunning } from '../processes/is-running.ts';
import { StartError } from '../start-error.ts';
import { lockDatabase } from './database-lock.ts';

export interface DatabaseFile {
  readonly path: string;
  /** Removes what must not stay. */
  release(): Promise<void>;
}

const TEMPORARY = 'paid-once-db-';

/** The first 16 bytes of every SQLite database, see https://www.sqlite.org/fileformat.html. */
const SQLITE_HEADER = 'SQLite format 3\0';

export async function databaseFile(given: string | undefined): Promise<DatabaseFile> {
  if (given === undefined) {
    // A file, not memory: see the streams index, which needs one.
    await removeOrphans();
    const folder = await mkdtemp(join(tmpdir(), `${TEMPORARY}${process.pid}-`));
    return { path: join(folder, 'tables.db'), release: () => remove(folder) };
  }
  if (given.trim() === '') throw new StartError('--db needs the name of a file');
  const path = resolve(given);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory())
    throw new StartError(`--db ${given}: the folder ${dirname(path)} does not exist: make it first`);
  const file = await stat(path).catch(() => undefined);
  if (file?.isDirectory()) throw new StartError(`--db ${given} is a folder: name a file in it`);
  if (file !== undefined && file.size > 0 && (await header(given, path)) !== SQLITE_HEADER) {
    throw new StartError(`--db ${given} is not a database: name a new file, or one that this command made`);
  }
  return { path, release: await lockDatabase(path) };
}

async function header(given: string, path: string): Promise<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `--db ${given} cannot be read (${error.code}): give this user the right to, or name another file`,
    );
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE_HEADER.length), 0, SQLITE_HEADER.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** A stack that was killed could not remove its folder; the name says which process it was of. */
async function removeOrphans(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, owner] = new RegExp(`^${TEMPORARY}(\\d+)-`).exec(name) ?? [];
    if (owner !== undefined && !isRunning(Number(owner))) await remove(join(tmpdir(), name)).catch(() => {});
  }
}
