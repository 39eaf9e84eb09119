// What cold starts are compared with: the bare client and the Powertools pattern as anybody would bundle them, the bare
// client as our functions are bundled, and one of ours as an ES module.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { BUILD } from '../lib/constructs/bundle.ts';
import { functionDefinitions } from '../local/lambda/definition.ts';
import { workerEnvironment } from '../local/lambda/environment.ts';
import { readAssembly } from '../local/template/assembly.ts';
import { synthesise } from '../local/template/synthesise.ts';

export interface Bundle {
  readonly name: string;
  /** What is imported, and the variables that it finds. */
  readonly module: string;
  readonly env: Readonly<Record<string, string>>;
  readonly bytes: number;
}

const ROOT = join(import.meta.dirname, '..');

const BARE_CLIENT = `
  import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
  const client = new DynamoDBClient({ maxAttempts: 1 });
  export const handler = async () => client;`;

const POWERTOOLS = `
  import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
  import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: 'Powertools' });
  const config = new IdempotencyConfig({ eventKeyJmesPath: 'key', payloadValidationJmesPath: 'cardToken' });
  export const handler = makeIdempotent(async () => ({}), { persistenceStore, config });`;

/** The SDK's own chain of credentials. */
const EVERY_CREDENTIAL: BuildOptions = { alias: {} };

/** An ES module that holds CommonJS packages must bring their \`require\`. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

export const AS_ES_MODULE = ' as an ES module';
export const BARE = 'bare DynamoDB client';
export const BARE_AS_OURS = 'bare DynamoDB client, bundled as ours';
export const POWERTOOLS_BUNDLE = 'Powertools idempotency';

/** @param folder where those that are built here are kept; the caller removes it */
export async function bundles(folder: string): Promise<readonly Bundle[]> {
  const assembly = await readAssembly(await synthesise({ settings: { stage: 'dev' }, log: () => {} }));
  const definitions = functionDefinitions(assembly);
  const nowhere = { dynamodb: 'http://127.0.0.1:9', aws: 'http://127.0.0.1:9' };
  const env = { ...workerEnvironment({ ...definitions[0], environment: {} } as never, nowhere) };

  async function built(name: string, contents: string, options: BuildOptions = {}): Promise<Bundle> {
    const format = options.format ?? 'cjs';
    const module = join(folder, `${name.replaceAll(/[ ,]+/g, '-')}.${format === 'cjs' ? 'cjs' : 'mjs'}`);
    const banner = format === 'esm' ? { banner: { js: REQUIRE } } : {};
    await build({ ...BUILD, ...banner, ...options, stdin: { contents, resolveDir: ROOT }, outfile: module });
    return { name, module, env, bytes: (await stat(module)).size };
  }

  const ours = await Promise.all(
    definitions.map(async (definition): Promise<Bundle> => {
      const module = join(definition.codeFolder, 'index.cjs');
      return {
        name: definition.name,
        module,
        env: workerEnvironment(definition, nowhere),
        bytes: (await stat(module)).size,
      };
    }),
  );
  const charge = ours.find(({ name }) => name === 'Charge');
  const asEsModule = await built(`Charge${AS_ES_MODULE}`, "export * from './functions/charge/handler.ts';", {
    format: 'esm',
  });
  return [
    await built(BARE, BARE_CLIENT, EVERY_CREDENTIAL),
    await built(BARE_AS_OURS, BARE_CLIENT),
    await built(POWERTOOLS_BUNDLE, POWERTOOLS, EVERY_CREDENTIAL),
    ...ours,
    { ...asEsModule, env: charge?.env ?? env },
  ];
}
