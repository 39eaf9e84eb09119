// How the stack on one machine starts, what it answers at, and how all of it ends.

import { type ParsedSettings, parseSettings } from '#core/settings/parse-settings.ts';
import { createClosers } from './closers.ts';
import { startEngine } from './dynamodb/engine.ts';
import { startGateway } from './gateway/server.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { startProvider as startFakeProvider } from './provider/server.ts';
import { serve } from './serve.ts';
import { portError, StartError } from './start-error.ts';
import { readAssembly } from './template/assembly.ts';
import { withoutProviderUrl } from './template/provider-url.ts';
import { synthesise } from './template/synthesise.ts';

export interface StackOptions {
  /** Of the API; 0, the default here, takes a free one. */
  readonly port?: number;
  /** Of the fake provider; 0, the default here, takes a free one. */
  readonly providerPort?: number;
  /** A provider of your own: no fake one is started. It need not answer yet. */
  readonly providerUrl?: string;
  /** File to keep the tables in; without it they go with the stack. */
  readonly db?: string;
  /** Given ones override, the rest keep their defaults; the provider's baseUrl is the running provider's. */
  readonly settings?: object;
  /** A DynamoDB engine of your own: none is started. Default: the variable DYNAMODB_ENDPOINT. */
  readonly dynamodbEndpoint?: string | undefined;
  /** Progress, and what the functions print. */
  readonly log?: (line: string) => void;
  /** The tables are gone: a stack without them can do nothing. */
  readonly onLost?: () => void;
  /** Ends a start that is still under way. */
  readonly signal?: AbortSignal;
}

export interface Stack {
  readonly api: string;
  readonly provider: string;
  readonly dynamodb: string;
  /** Step Functions and Secrets Manager, for an SDK client of your own. */
  readonly aws: string;
  readonly console: string;
  close(): Promise<void>;
}

/** @throws StartError with one line that says what to do; nothing is left running then */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { log = () => {}, signal } = options;
  const settings = checkedSettings(options);
  const closers = createClosers();
  try {
    const gateway = await startGateway(options.port ?? 0, log);
    closers.add(gateway.close);
    const provider = await startProvider(options);
    closers.add(provider.close);
    const engine = await startEngine({
      endpoint: options.dynamodbEndpoint ?? (process.env.DYNAMODB_ENDPOINT || undefined),
      db: options.db,
      log,
      onLost: options.onLost,
    });
    closers.add(engine.close);
    const folder = await synthesise({ settings: withoutProviderUrl(settings), log, signal });
    signal?.throwIfAborted();
    const aws = await serve(await readAssembly(folder), { gateway, engine, providerUrl: provider.url, closers, log });
    signal?.throwIfAborted();
    return {
      api: gateway.url,
      provider: provider.url,
      dynamodb: engine.url,
      aws,
      console: `${gateway.url}/console`,
      close: closers.close,
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function startProvider({ providerUrl, providerPort = 0 }: StackOptions) {
  if (providerUrl !== undefined) return { url: providerUrl, close: async () => {} };
  return startFakeProvider({ port: providerPort }).catch((error: unknown) => {
    throw portError(error, providerPort, '--provider-port');
  });
}

/** The app would refuse the same, by the same rules, but only after seconds. */
function checkedSettings({ settings: given = {}, providerUrl }: StackOptions): JsonObject {
  const settings: unknown = structuredClone(given);
  refuse(parseSettings(settings), 'the settings cannot stand: ');
  if (!isJsonObject(settings)) throw new StartError('the settings must be a JSON object');
  if (providerUrl !== undefined) {
    const advice = `--provider-url ${providerUrl}: give the root of an API, such as http://127.0.0.1:4000. `;
    refuse(parseSettings({ provider: { baseUrl: providerUrl } }), advice);
  }
  return settings;
}

function refuse(parsed: ParsedSettings, before: string): void {
  if (parsed.kind === 'invalid') throw new StartError(before + parsed.problems.join(' '));
}
