// What the command was asked to do: start with these options, explain itself, or refuse in one line.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { StackOptions } from './stack.ts';
import { StartError } from './start-error.ts';

export const DEFAULT_PORT = 3000;
export const DEFAULT_PROVIDER_PORT = 4000;

export const USAGE = `npm start -- [options]    the whole stack on this machine, without an AWS account

  --port N            port of the API, 0 = a free one (${DEFAULT_PORT})
  --provider-port N   port of the fake payment provider, 0 = a free one (${DEFAULT_PROVIDER_PORT})
  --provider-url URL  a provider of your own instead of the fake one
  --db FILE           keep the tables in FILE; without it nothing stays
  --settings JSON     settings that differ from the defaults, as a JSON object or a file with one
  --help

DYNAMODB_ENDPOINT=URL uses a DynamoDB engine of your own. Ctrl-C ends everything.`;

export type Command = { readonly kind: 'help' } | { readonly kind: 'start'; readonly options: StackOptions };

/** @throws StartError */
export function readCommandLine(args: readonly string[]): Command {
  const values = readOptions(args);
  if (values.help) return { kind: 'help' };
  const url = values['provider-url'];
  return {
    kind: 'start',
    options: {
      port: portNumber('--port', values.port, DEFAULT_PORT),
      providerPort: portNumber('--provider-port', values['provider-port'], DEFAULT_PROVIDER_PORT),
      ...(url !== undefined && { providerUrl: url.replace(/\/+$/, '') }),
      ...(values.db !== undefined && { db: values.db }),
      ...(values.settings !== undefined && { settings: readSettings(values.settings) }),
    },
  };
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        'provider-port': text,
        'provider-url': text,
        db: text,
        settings: text,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const [first] = (error as Error).message.split(/\. |\n/);
    throw new StartError(`${first}: --help lists the options`);
  }
}

function portNumber(option: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw new StartError(`${option} must be a number from 0 to 65535, not "${value}"`);
}

/** Whatever begins like JSON is JSON; anything else is a file's name. */
function readSettings(given: string): object {
  const inline = /^\s*[{["]/.test(given);
  const where = inline ? '--settings' : `--settings ${given}`;
  const text = inline ? given : readFile(given);
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    throw new StartError(
      `${where} is not JSON (${(error as Error).message}): give an object such as {"syncWaitSeconds": 5}`,
    );
  }
  if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings;
  throw new StartError(`${where} is no JSON object: give one such as {"syncWaitSeconds": 5}`);
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `--settings ${file} cannot be read (${code}): give a JSON object, or the name of a file with one`,
    );
  }
}
