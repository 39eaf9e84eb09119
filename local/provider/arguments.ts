/** Reads the command line of the provider as a process of its own. */
import { parseArgs } from 'node:util';

export type Arguments = { kind: 'start'; port: number; watchParent: boolean } | { kind: 'invalid'; message: string };

const MAX_PORT = 65_535;

export function readArguments(argv: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: argv,
      options: { port: { type: 'string', default: '0' }, parent: { type: 'boolean', default: false } },
    });
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= MAX_PORT))
      return { kind: 'invalid', message: `--port must be a whole number from 0 to ${MAX_PORT}, not "${values.port}"` };
    return { kind: 'start', port, watchParent: values.parent };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { kind: 'invalid', message: line };
  }
}
