// What is in a function's bundle, and what is not.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';
import { BUILD } from '../../lib/constructs/bundle.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const folder = mkdtempSync(join(tmpdir(), 'paid-once-bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CLIENTS = `
  const { DynamoDBClient, ListTablesCommand } = require('@aws-sdk/client-dynamodb');
  const { SecretsManagerClient } = require('@aws-sdk/client-secrets-manager');
  const { SFNClient } = require('@aws-sdk/client-sfn');
  const clients = [new DynamoDBClient({ maxAttempts: 1 }), new SecretsManagerClient({}), new SFNClient({})];
  Promise.all(clients.map((client) => client.config.credentials().then((c) => c.sessionToken, (error) => error.name)))
    .then((found) => process.stdout.write(JSON.stringify(found)));`;

function bundled(contents: string): string {
  const outfile = join(folder, 'index.cjs');
  buildSync({ ...BUILD, stdin: { contents, resolveDir: ROOT }, outfile });
  return outfile;
}

/** The session tokens that the clients of all services find, or the names of what they throw. */
const found = (env: NodeJS.ProcessEnv): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [bundled(CLIENTS)], { env: { AWS_REGION: 'eu-central-1', ...env } }).toString(),
  );

describe('credentials', () => {
  // Lambda's reserved environment variables, "Using Lambda environment variables" in its developer guide.
  const OF_LAMBDA = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'session' };

  test('are those that Lambda puts into the environment', () =>
    expect(found(OF_LAMBDA)).toEqual(['session', 'session', 'session']));

  test('are looked for nowhere else', () => {
    const file = join(folder, 'credentials');
    const profile = [
      '[default]',
      'aws_access_key_id = AKID',
      'aws_secret_access_key = s',
      'aws_session_token = profile',
    ];
    writeFileSync(file, profile.join('\n'));
    const none = 'CredentialsProviderError';
    expect(found({ AWS_SHARED_CREDENTIALS_FILE: file })).toEqual([none, none, none]);
  });
});
