import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { callsTo, eventually, provider } from './provider-client.ts';

const MAIN = 'local/provider/main.ts';

function start(args: string[], stdio: StdioOptions = ['pipe', 'pipe', 'pipe']): ChildProcess {
  const child = spawn(process.execPath, args, { stdio });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The first line that the process prints. */
async function firstLine(stream: NodeJS.ReadableStream | null | undefined): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

const urlIn = (line: string) => line.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0] ?? '';

const isUp = (url: string) =>
  callsTo(url)
    .charged()
    .then(
      () => true,
      () => false,
    );

/** A parent that starts the provider with `--parent`, prints its ready line, and lives until it is killed. */
const parentScript = (stdin: string) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['${MAIN}', '--parent'], { stdio: ['${stdin}', 'pipe', 'ignore'] });
  child.stdout.once('data', (line) => process.stdout.write(line));
  setInterval(() => {}, 1000);
`;

test.for(['SIGTERM', 'SIGINT'] as const)('prints one ready line, serves, and ends cleanly on %s', async (signal) => {
  const child = start([MAIN, '--port', '0']);
  const line = await firstLine(child.stdout);
  expect(line).toMatch(/^provider listening on http:\/\/127\.0\.0\.1:\d+$/);
  const { charge, control } = callsTo(urlIn(line));
  expect((await charge('"k1"')).status).toBe(201);
  await control({ mode: 'late', delaySeconds: 3600 });
  await charge('"k2"');
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('without a pipe for stdin it goes on after stdin is empty', async () => {
  const child = start([MAIN], ['ignore', 'pipe', 'pipe']);
  const url = urlIn(await firstLine(child.stdout));
  expect(await isUp(url)).toBe(true);
});

test('ends when its stdin closes', async () => {
  const child = start([MAIN]);
  await firstLine(child.stdout);
  child.stdin?.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('ends when its IPC channel closes', async () => {
  const child = start([MAIN], ['ignore', 'pipe', 'pipe', 'ipc']);
  await firstLine(child.stdout);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.for(['pipe', 'ignore'])('a SIGKILLed parent leaves nothing behind (stdin: %s)', async (stdin) => {
  const parent = start(['-e', parentScript(stdin)]);
  const url = urlIn(await firstLine(parent.stdout));
  expect(await isUp(url)).toBe(true);
  parent.kill('SIGKILL');
  await eventually(async () => expect(await isUp(url)).toBe(false));
});

test('a taken port: one clear line, exit 1', async () => {
  const { port } = await provider();
  const child = start([MAIN, '--port', String(port)]);
  const [line, [code]] = await Promise.all([firstLine(child.stderr), once(child, 'exit')]);
  expect(line).toMatch(new RegExp(`^port ${port} is taken: `));
  expect(code).toBe(1);
});

test.for([
  [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x"'],
  [['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536"'],
  [['--port'], '--port'],
  [['--prot', '1'], '--prot'],
  [['extra'], 'extra'],
] as const)('bad arguments %j: one clear line, exit 2', async ([args, words]) => {
  const child = start([MAIN, ...args]);
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(2);
  expect(stderr).toContain(words);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
