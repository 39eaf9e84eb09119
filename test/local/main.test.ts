// What the command says when it starts or cannot, and that it leaves nothing behind.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listening, listen } from '#local/listen.ts';
import { argumentsOf, descendantsOf, isAlive } from './fixtures/processes.ts';

const ROOT = join(import.meta.dirname, '../..');
const READY =
  /^ready api=(http:\/\/127\.0\.0\.1:\d+) provider=(\S+) dynamodb=(http:\/\/127\.0\.0\.1:\d+) console=(\S+)\n$/;
const FREE_PORTS = ['--port', '0', '--provider-port', '0'];

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paid-once-test-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

const DIRECTLY = [process.execPath, 'local/main.ts'];

function startCommand(
  args: readonly string[],
  [command = '', ...before] = DIRECTLY,
  env: Record<string, string> = {},
): ChildProcess & { pid: number } {
  const child = spawn(command, [...before, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  cleanUps.push(() => child.kill('SIGKILL'));
  return child as ChildProcess & { pid: number };
}

async function ended(args: readonly string[], env: Record<string, string> = {}) {
  const child = startCommand(args, DIRECTLY, env);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

async function ready(args: readonly string[] = FREE_PORTS, command = DIRECTLY) {
  const child = startCommand(args, command);
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  await expect.poll(() => said, { timeout: 50_000, interval: 50 }).toMatch(/\n/);
  const [, api = '', provider = '', dynamodb = '', page = ''] = READY.exec(said) ?? [];
  return { child, said, api, provider, dynamodb, page, family: [child.pid, ...descendantsOf(child.pid)] };
}

const noneAlive = (pids: readonly number[]) => expect.poll(() => pids.filter(isAlive), { timeout: 5_000 }).toEqual([]);

describe('the running stack', () => {
  it('says in one line where everything answers', async () => {
    const { child, said, api, provider, dynamodb, page, family } = await ready();
    expect(said).toMatch(READY);
    expect(page).toBe(`${api}/console`);
    expect(await (await fetch(`${api}/_local/executions`)).json()).toEqual([]);
    expect((await fetch(`${provider}/_requests`)).status).toBe(200);
    const client = new DynamoDBClient({
      endpoint: dynamodb,
      region: 'x',
      credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    });
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual(['Idempotency', 'Payments']);
    // One HTTP call to the API makes a worker; none of it may stay.
    await fetch(`${api}/orders/1`);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await noneAlive(family);
  });

  it('leaves no process and no file behind after Ctrl-C', async () => {
    const { child, family } = await ready();
    const files = family.flatMap((pid) => argumentsOf(pid).filter((argument) => argument.endsWith('.db')));
    expect(files.filter((file) => existsSync(file))).toHaveLength(1);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    await noneAlive(family);
    expect(files.map((file) => existsSync(dirname(file)))).toEqual([false]);
  });

  it('ends in one line when its tables are gone: nothing works without them', async () => {
    const { child, family } = await ready();
    const ended = once(child, 'exit');
    const engine = family.find((pid) => argumentsOf(pid)[0]?.endsWith('/dynoxide'));
    process.kill(engine ?? Number.NaN, 'SIGKILL');
    expect((await ended)[0]).toBe(1);
    await noneAlive(family);
  });

  it('leaves no process behind when it is killed', async () => {
    const { child, family } = await ready();
    child.kill('SIGKILL');
    await noneAlive(family);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves no process behind when the npm that runs it gets %s',
    async (signal) => {
      const { child, family } = await ready(FREE_PORTS, ['npm', 'start', '--silent', '--']);
      child.kill(signal);
      await noneAlive(family);
    },
  );

  it('leaves no process behind when it is interrupted while it starts', async () => {
    const child = startCommand([...FREE_PORTS, '--settings', `{"retryBudgetMinimum":${process.pid}}`]);
    await once(child.stderr as NodeJS.ReadableStream, 'data');
    const family = [child.pid, ...descendantsOf(child.pid)];
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    await noneAlive(family);
  });

  it('does not mind a provider that does not answer', async () => {
    const gone = await listen(createServer(), 0);
    await gone.close();
    const { provider } = await ready(['--port', '0', '--provider-url', gone.url]);
    expect(provider).toBe(gone.url);
  });

  it('goes on from the tables of a kept file', async () => {
    const db = join(temporaryFolder(), 'kept.db');
    for (const _ of [1, 2]) {
      const { child } = await ready([...FREE_PORTS, '--db', db]);
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    expect(existsSync(db)).toBe(true);
  });
});

describe('a start that cannot be', () => {
  async function refusal(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const { stdout, stderr, code } = await ended(args, env);
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^paid-once: [^\n]+\n$/);
    return stderr;
  }

  async function takenPort(): Promise<string> {
    const taken: Listening = await listen(createServer(), 0);
    cleanUps.push(taken.close);
    return new URL(taken.url).port;
  }

  it('because a port is taken', async () => {
    const port = await takenPort();
    expect(await refusal(['--port', port, '--provider-port', '0'])).toMatch(`port ${port} is taken: `);
    const advice = await refusal(['--port', '0', '--provider-port', port]);
    expect(advice).toMatch(`port ${port} is taken: `);
    expect(advice).toMatch('--provider-port');
  });

  it.each([
    ['an unknown option', ['--prot', '1'], /--prot/],
    ['settings that are no JSON', ['--settings', '{'], /--settings is not JSON/],
    ['settings that cannot be read', ['--settings', '/none.json'], /none\.json cannot be read/],
    [
      'settings that contradict each other',
      ['--settings', '{"backoffCapSeconds":1,"backoffBaseSeconds":2}'],
      /backoffCapSeconds \(1\).*backoffBaseSeconds \(2\)/,
    ],
    ['a setting that does not exist', ['--settings', '{"maxSend":1}'], /no setting maxSend/],
    ['a malformed provider URL', ['--provider-url', 'localhost:4000'], /--provider-url localhost:4000: give .*http:/],
    ['a database in a missing folder', ['--db', '/nowhere/x.db'], /--db \/nowhere\/x\.db: the folder/],
    ['a database that is a folder', ['--db', '/tmp'], /--db \/tmp is a folder/],
  ])('because of %s', async (_, args, message) => {
    expect(await refusal([...FREE_PORTS, ...args])).toMatch(message);
  });

  it('because the file is no database, which it leaves alone', async () => {
    const db = join(temporaryFolder(), 'letter.txt');
    writeFileSync(db, 'Dear Sir or Madam, this is no database.');
    expect(await refusal([...FREE_PORTS, '--db', db])).toMatch(/letter\.txt is not a database/);
    expect(readFileSync(db, 'utf8')).toMatch(/^Dear/);
    writeFileSync(db, `SQLite format 3\0${'and then something else'.repeat(50)}`);
    expect(await refusal([...FREE_PORTS, '--db', db])).toMatch(/letter\.txt cannot be used, name another file/);
  });

  it('because another stack works on the file, until that one is gone, however it went', async () => {
    const db = join(temporaryFolder(), 'tables.db');
    const first = await ready([...FREE_PORTS, '--db', db]);
    expect(await refusal([...FREE_PORTS, '--db', db])).toMatch(/tables\.db is in use by process \d+: stop it first/);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await ready([...FREE_PORTS, '--db', db]);
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');
    expect(existsSync(`${db}.lock`)).toBe(false);
  });

  it('because the DynamoDB engine of your own does not answer', async () => {
    const gone = await listen(createServer(), 0);
    await gone.close();
    const { stderr, code } = await ended(FREE_PORTS, { DYNAMODB_ENDPOINT: gone.url });
    expect(code).toBe(1);
    expect(stderr).toMatch(/paid-once: no DynamoDB answers at [^\n]+\n$/);
  });
});

it('--help explains and starts nothing', async () => {
  const { stdout, stderr, code } = await ended(['--help']);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toContain('--provider-url');
});
