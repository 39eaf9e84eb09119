// The command `npm run simulate -- [--runs N] [--seed S] [--minutes M] [--engine]`: searches on all cores, shows its progress, and ends
// with what was covered, or with the seed and the story of a history that breaks an invariant.

import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { parseArgs } from 'node:util';
import { onNpmGone } from '#local/processes/npm-gone.ts';
import { type Coverage, gaps, join, table } from './coverage.ts';
import { keepMachines } from './machines.ts';
import { progressBar } from './progress-bar.ts';
import type { Batch } from './worker.ts';

const BATCH = 500;
/** So many histories meet everything, or something is not met any more. */
const ENOUGH = 5_000;
/** On an engine a history takes some forty times as long. */
const BATCH_ON_ENGINE = 50;

interface Report {
  readonly lived: number;
  readonly coverage?: Coverage;
  readonly found?: {
    readonly seed: number;
    readonly broken: readonly string[];
    readonly plan: readonly string[];
    readonly story: readonly string[];
  } | null;
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(value)) return value;
  process.stderr.write(`simulate: --${name} must be a whole number, not "${text}"\n`);
  process.exit(2);
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string' },
        seed: { type: 'string' },
        minutes: { type: 'string' },
        engine: { type: 'boolean' },
      },
    });
    const seed = wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 1_000_000)));
    const minutes = values.minutes === undefined ? null : wholeNumber('minutes', values.minutes);
    const runs = wholeNumber('runs', values.runs ?? (minutes === null ? '2000' : String(Number.MAX_SAFE_INTEGER)));
    return {
      seed,
      runs,
      engine: values.engine ?? false,
      until: minutes === null ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000,
    };
  } catch (error) {
    process.stderr.write(`simulate: ${(error as Error).message}\n`);
    process.exit(2);
  }
}

onNpmGone(() => process.exit(143));
const { seed, runs, engine, until } = options();
const batchSize = engine ? BATCH_ON_ENGINE : BATCH;
const begin = Date.now();
let lived = 0;
let given = 0;
let coverage: Coverage | null = null;
let found: Report['found'] = null;

const shown = progressBar({ runs: runs === Number.MAX_SAFE_INTEGER ? null : runs, begin, out: process.stdout });

function nextBatch(): Batch | null {
  if (given >= runs || found || Date.now() >= until) return null;
  const batch = { seed: seed + Math.floor(given / batchSize), runs: Math.min(batchSize, runs - given) };
  given += batch.runs;
  return batch;
}

/** A process of its own, which is given one batch after the other. */
async function work(): Promise<void> {
  const child = fork(path(import.meta.dirname, 'worker.ts'), engine ? ['--engine'] : []);
  const batchOrEnd = () => {
    const batch = nextBatch();
    if (batch) child.send(batch);
    else child.disconnect();
    return batch;
  };
  let doing = batchOrEnd();
  child.on('message', (report: Report) => {
    lived += report.lived;
    if (report.coverage) {
      if (coverage === null) coverage = report.coverage;
      else join(coverage, report.coverage);
      found ??= report.found ?? null;
      doing = batchOrEnd();
    }
    shown({ lived, coverage });
  });
  await new Promise((resolve) => child.once('exit', resolve));
  if (doing) throw new Error(`the batch of seed ${doing.seed} ended without a report`);
}

process.stdout.write(`seed ${seed}\n`);
const folder = await mkdtemp(path(tmpdir(), 'paid-once-simulation-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
await keepMachines(path(folder, 'machines.json'));
await Promise.all(Array.from({ length: availableParallelism() }, work));
const took = (Date.now() - begin) / 1_000;
process.stdout.write(`\n${lived} histories in ${took.toFixed(0)} s\n`);
if (found) {
  const { seed: at, broken, plan, story } = found;
  const lines = [
    '',
    ...broken,
    '',
    ...plan,
    '',
    ...story,
    '',
    `again: npm run simulate -- --seed ${at} --runs ${batchSize}${engine ? ' --engine' : ''}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
} else if (coverage) {
  const missing = gaps(coverage);
  process.stdout.write(`${table(coverage).join('\n')}\n\n`);
  if (missing.length > 0 && lived >= ENOUGH) process.exitCode = 1;
  process.stdout.write(
    missing.length === 0
      ? 'nothing broken, everything covered\n'
      : `nothing broken; never met: ${missing.join(', ')}\n`,
  );
}
