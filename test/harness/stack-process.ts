// The stack as `npm start` runs it: a process of its own, which can be killed without a word.

import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { spawnBound } from '#local/processes/spawn-bound.ts';

export interface StackProcess {
  readonly api: string;
  readonly dynamodb: string;
  /** What it printed, both streams. */
  readonly said: readonly string[];
  /** SIGKILL. @returns its child processes: how many there were, and which are still alive some moments later */
  kill(): Promise<{ children: number; survivors: number[] }>;
}

export interface StackProcessOptions {
  readonly settings: object;
  readonly providerUrl: string;
  readonly db?: string;
  readonly dynamodbEndpoint?: string;
}

const ROOT = resolve(import.meta.dirname, '../..');
const READY = /^ready api=(\S+) provider=\S+ dynamodb=(\S+) /;

export async function startStackProcess(options: StackProcessOptions): Promise<StackProcess> {
  const { settings, providerUrl, db, dynamodbEndpoint } = options;
  const args = ['local/main.ts', '--port', '0', '--provider-url', providerUrl, '--settings', JSON.stringify(settings)];
  const { DYNAMODB_ENDPOINT: _, ...env } = process.env;
  const child = spawnBound(process.execPath, [...args, ...(db === undefined ? [] : ['--db', db])], {
    cwd: ROOT,
    env: { ...env, ...(dynamodbEndpoint === undefined ? {} : { DYNAMODB_ENDPOINT: dynamodbEndpoint }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const ready = Promise.withResolvers<[api: string, dynamodb: string]>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface(stream).on('line', (line) => {
      said.push(line);
      const [, api, dynamodb] = READY.exec(line) ?? [];
      if (api !== undefined && dynamodb !== undefined) ready.resolve([api, dynamodb]);
    });
  }
  const exited = once(child, 'exit');
  void exited.then(() => ready.reject(new Error(`the stack ended: ${said.slice(-5).join('\n')}`)));
  const [api, dynamodb] = await ready.promise;
  return {
    api,
    dynamodb,
    said,
    async kill() {
      const children = await childrenOf(child.pid ?? 0);
      child.kill('SIGKILL');
      await exited;
      return { children: children.length, survivors: await survivors(children) };
    },
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  return pids.filter((_, i) => parents[i] === parent);
}

/** undefined: there is no such process any more, or it is a zombie. */
async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name, in parentheses, may hold anything.
  const [, state, parent] = /^.*\) (\S) (\d+) /s.exec(stat) ?? [];
  return state === undefined || state === 'Z' ? undefined : Number(parent);
}

/** The kernel ends them at once; it may take it some moments to say so. */
async function survivors(pids: readonly number[]): Promise<number[]> {
  for (let looked = 0; ; looked++) {
    const parents = await Promise.all(pids.map(parentOf));
    const alive = pids.filter((_, i) => parents[i] !== undefined);
    if (alive.length === 0 || looked === 40) return alive;
    await new Promise((done) => setTimeout(done, 50));
  }
}
