// The samples of docs/clients.md are true: they compile as a browser's and a server's code, and do what is said of them.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Front, type Step, startFront } from './front.ts';
import { pageStorage } from './storage.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder: string;
let samples: string[];
let front: Front;

beforeAll(async () => {
  const docs = await readFile(join(ROOT, 'docs/clients.md'), 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'clients-md-'));
  await mkdir(join(folder, 'app'));
  await symlink(join(ROOT, 'client'), join(folder, 'client'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const blocks = [...docs.matchAll(/^```ts\n\/\/ (app\/\S+\.ts)\n([\s\S]*?)^```$/gm)];
  samples = blocks.map(([, path = '']) => path);
  await Promise.all(blocks.map(([, path = '', code = '']) => writeFile(join(folder, path), code)));
  front = await startFront();
});
afterAll(async () => {
  await front.close();
  await rm(folder, { recursive: true });
});

const sample = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);

const paid: Step = { kind: 'answer', status: 200, body: { orderId: '1001', status: 'Paid' } };
const forbidden: Step = { kind: 'answer', status: 403, body: { message: 'Forbidden' } };

test('they compile, with the types of a browser too', async () => {
  expect(samples).toEqual(['app/payment-form.ts', 'app/pay-on-server.ts', 'app/worker.ts']);
  const compilerOptions = { lib: ['es2024', 'dom'], types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] };
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['app'] }),
  );
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('the folder can be copied: it imports nothing but itself', async () => {
  const files = (await readdir(join(ROOT, 'client'))).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(ROOT, 'client', name), 'utf8')));
  const imported = texts.flatMap((text) => [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, from]) => from));
  expect(imported.length).toBeGreaterThan(files.length);
  expect(imported.filter((from) => !from?.startsWith('./'))).toEqual([]);
});

test('the form tells an end', async () => {
  const { openForm } = await sample('app/payment-form.ts');
  const shown: string[] = [];
  Object.defineProperty(globalThis, 'sessionStorage', { value: pageStorage(), configurable: true });
  front.next(paid);
  const form = await openForm(
    front.url,
    '1001',
    () => 'of-the-customer',
    (line: string) => shown.push(line),
  );
  await form.submit('tok_visa');
  expect(shown).toEqual(['Thank you.']);
  expect(front.seen.at(-1)?.headers.authorization).toBe('Bearer of-the-customer');
});

test("the server's key is kept in its own table", async () => {
  const { payOnServer } = await sample('app/pay-on-server.ts');
  const table = pageStorage();
  front.next(paid);
  expect(await payOnServer(front.url, '1001', 'tok_visa', table, fetch)).toMatchObject({ kind: 'paid' });
  expect(JSON.parse(table.written[0] ?? '').key).toBe(front.seen.at(-1)?.key?.replaceAll('"', ''));
});

test('the worker gives back what has not ended, and the message id is its key', async () => {
  const { handler } = await sample('app/worker.ts');
  process.env.API_URL = front.url;
  const body = JSON.stringify({ orderId: '1001', cardToken: 'tok_visa' });
  front.next(forbidden);
  const first = await handler({ Records: [{ messageId: 'm-1', body }] });
  expect(first).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
  front.next(paid);
  expect(await handler({ Records: [{ messageId: 'm-1', body }] })).toEqual({ batchItemFailures: [] });
  expect(front.seen.slice(-2).map(({ key }) => key)).toEqual(['"m-1"', '"m-1"']);
});
