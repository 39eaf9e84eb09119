// The command `npm start`: one line on stdout when all is ready, one line on stderr when it cannot be, and a clean end.

import { readCommandLine, USAGE } from './command-line.ts';
import { onNpmGone } from './processes/npm-gone.ts';
import { type StackOptions, startStack } from './stack.ts';
import { StartError } from './start-error.ts';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Ctrl-C ends with the shell's code for it, everything else that asks politely with success. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 0, SIGHUP: 0 } as const;
const PATIENCE_MS = 10_000;

async function run(options: StackOptions): Promise<void> {
  const stopping = new AbortController();
  const starting = startStack({ ...options, log, signal: stopping.signal, onLost: () => void end(1) });

  async function end(code: number): Promise<void> {
    // Asked twice, or stuck: the children still end, since none outlives this process.
    if (stopping.signal.aborted) process.exit(code);
    setTimeout(() => process.exit(code), PATIENCE_MS).unref();
    stopping.abort();
    const stack = await starting.catch(() => undefined);
    await stack?.close();
    process.exit(code);
  }
  for (const [signal, code] of Object.entries(ENDED_BY)) process.on(signal, () => end(code));
  onNpmGone(() => !stopping.signal.aborted && end(ENDED_BY.SIGTERM));

  try {
    const { api, provider, dynamodb, console: page } = await starting;
    process.stdout.write(`ready api=${api} provider=${provider} dynamodb=${dynamodb} console=${page}\n`);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
}

try {
  const command = readCommandLine(process.argv.slice(2));
  if (command.kind === 'help') process.stdout.write(`${USAGE}\n`);
  else await run(command.options);
} catch (error) {
  const known = error instanceof StartError;
  log(known ? `paid-once: ${error.message.replaceAll(/\s*\n\s*/g, ' ')}` : String((error as Error).stack ?? error));
  process.exit(1);
}
