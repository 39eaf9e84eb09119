// The command `npm run mutants -- [name ...]`: applies each mutant to a copy of the source, and says what caught it.

import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onNpmGone } from '#local/processes/npm-gone.ts';
import { keepMachines } from '../simulation/machines.ts';
import type { Mutant } from './mutant.ts';
import { OF_DECISIONS } from './of-decisions.ts';
import { OF_EDGES } from './of-edges.ts';
import { OF_WRITES } from './of-writes.ts';

const MUTANTS = [...OF_WRITES, ...OF_DECISIONS, ...OF_EDGES];
const ROOT = join(import.meta.dirname, '..', '..');
const COPIED = [
  'adapters',
  'bench',
  'client',
  'core',
  'docs',
  'functions',
  'lib',
  'local',
  'test',
  'cdk.json',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'README.md',
];
const HISTORIES = 8_000;
const SEED = 1;

interface Result {
  readonly mutant: Mutant;
  /** null: nothing noticed. */
  readonly by: string | null;
}

interface Ran {
  readonly failed: boolean;
  readonly said: string;
}

function run(
  folder: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    child.once('close', (code) => resolve({ failed: code !== 0, said }));
  });
}

async function copy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'paid-once-mutant-'));
  const filter = (from: string): boolean => !from.endsWith('node_modules');
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true, filter });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function weigh(folder: string, mutant: Mutant): Promise<Result> {
  const file = join(folder, mutant.file);
  const source = await readFile(file, 'utf8');
  if (source.split(mutant.find).length !== 2)
    throw new Error(`"${mutant.name}": ${mutant.file} does not hold its text exactly once`);
  await writeFile(
    file,
    source.replace(mutant.find, () => mutant.replace),
  );
  try {
    return { mutant, by: (await bySimulation(folder, mutant)) ?? (await byTests(folder, mutant)) };
  } finally {
    await writeFile(file, source);
  }
}

/** What the workflows say is part of the mutant. */
async function bySimulation(folder: string, { file }: Mutant): Promise<string | null> {
  const { SIMULATION_MACHINES, ...without } = process.env;
  const env = file.startsWith('lib/') ? without : process.env;
  const args = ['test/simulation/search-once.ts', String(SEED), String(HISTORIES)];
  const { failed, said } = await run(folder, process.execPath, args, env);
  // What merely breaks down is not what the mutant is about.
  const invariant = /^(I[1-7]: .*)$/m.exec(said)?.[1];
  return failed && invariant ? `simulation: ${invariant}` : null;
}

async function byTests(folder: string, { tests = [] }: Mutant): Promise<string | null> {
  for (const test of tests) {
    const { failed, said } = await run(folder, join(ROOT, 'node_modules/.bin/vitest'), ['run', test]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
    const first = /FAIL\s+(.*)$/m.exec(said.replace(/\u001b\[[0-9;]*m/g, ''))?.[1];
    if (failed) return first ?? test;
  }
  return null;
}

onNpmGone(() => process.exit(143));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !MUTANTS.some(({ name }) => name.includes(part)));
if (unknown.length > 0) {
  const names = MUTANTS.map(({ name }) => `  ${name}\n`).join('');
  process.stderr.write(`mutants: no name contains ${unknown.join(', ')}; choose of\n${names}`);
  process.exit(2);
}
const chosen = MUTANTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const scratch = await mkdtemp(join(tmpdir(), 'paid-once-mutants-'));
await keepMachines(join(scratch, 'machines.json'));
const waiting = [...chosen];
const results: Result[] = [];

async function work(): Promise<void> {
  const folder = await copy();
  try {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const result = await weigh(folder, mutant);
      results.push(result);
      process.stdout.write(
        `${result.by ? 'caught ' : 'MISSED '} ${mutant.name}\n        ${result.by ?? 'by nothing'}\n`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
await rm(scratch, { recursive: true, force: true });
const missed = results.filter(({ by }) => by === null);
const simulated = results.filter(({ by }) => by?.startsWith('simulation')).length;
process.stdout.write(
  `\n${results.length} mutants: ${simulated} caught by the simulation, ${results.length - simulated - missed.length} by tests, ${missed.length} missed\n`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
