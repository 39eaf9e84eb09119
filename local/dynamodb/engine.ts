// Where DynamoDB answers: an engine of the user's own, or a dynoxide that lives exactly as long as the stack.

import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endProcess } from '../processes/end-process.ts';
import { spawnBound } from '../processes/spawn-bound.ts';
import { StartError } from '../start-error.ts';
import { dynoxideBinary } from './binary.ts';
import { databaseFile } from './database-file.ts';
import { freePort } from './free-port.ts';

export interface Engine {
  readonly url: string;
  /** undefined: an engine of the user's own. */
  readonly file: string | undefined;
  close(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Somebody else may take the port between our look and dynoxide's bind. */
const PORT_TRIES = 5;
const PORT_TAKEN = /already in use/;

export async function startEngine(options: {
  endpoint?: string | undefined;
  db?: string | undefined;
  log: (line: string) => void;
  /** The tables are gone, and nobody asked for it. */
  onLost?: (() => void) | undefined;
}): Promise<Engine> {
  if (options.endpoint !== undefined) return ownEngine(options.endpoint, options.db);
  const binary = dynoxideBinary();
  const file = await databaseFile(options.db);
  try {
    const { child, url } = await startDynoxide(binary, file.path, options.db);
    let closing = false;
    child.once('exit', (code, signal) => {
      if (closing) return;
      options.log(`dynoxide ended by itself (${signal ?? code}): nothing can be stored, start again`);
      options.onLost?.();
    });
    return {
      url,
      file: file.path,
      async close() {
        closing = true;
        await endProcess(child);
        await file.release();
      },
    };
  } catch (error) {
    await file.release();
    throw error;
  }
}

function ownEngine(endpoint: string, db: string | undefined): Engine {
  if (db !== undefined) throw new StartError('--db has no meaning with DYNAMODB_ENDPOINT: drop one of the two');
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new StartError(`DYNAMODB_ENDPOINT must be a URL such as http://127.0.0.1:8000, not "${endpoint}"`);
  }
  return { url: endpoint.replace(/\/+$/, ''), file: undefined, close: async () => {} };
}

async function startDynoxide(binary: string, file: string, given: string | undefined): Promise<Running> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const child = spawnBound(binary, ['--port', String(port), '--db-path', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const failure = await listening(child);
    if (failure === undefined) return { child, url: `http://127.0.0.1:${port}` };
    if (PORT_TAKEN.test(failure) && tries < PORT_TRIES) continue;
    throw new StartError(
      given === undefined
        ? `dynoxide did not start: ${failure}`
        : `--db ${given} cannot be used, name another file: ${failure}`,
    );
  }
}

/** @returns undefined once it says that it listens, else what it said before it ended */
function listening(child: ChildProcess): Promise<string | undefined> {
  const said: string[] = [];
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(said.join(' ').replace(/^error: /, '') || `exit code ${code}`));
    // Which of the two it says it on differs by version; both are read to the end, or it would block.
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on('line', (line) => (/listening/.test(line) ? resolve(undefined) : said.push(line)));
    }
  });
}
