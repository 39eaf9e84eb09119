// The command `npm run bench [-- name ...]`: a whole run writes results.md and its plots; one by name only tells what it found.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onNpmGone } from '#local/processes/npm-gone.ts';
import type { Benchmark } from './benchmark.ts';
import { coldStart } from './cold-start.ts';
import { edge } from './edge.ts';
import { orderGrowth } from './order-growth.ts';
import { quoting } from './quoting.ts';
import { report, section } from './report.ts';
import { storyCosts } from './story-costs.ts';
import { sweepGrowth } from './sweep-growth.ts';
import { throughput } from './throughput.ts';

const ALL: readonly Benchmark[] = [storyCosts, edge, coldStart, sweepGrowth, orderGrowth, throughput];

onNpmGone(() => process.exit(143));
const asked = process.argv.slice(2);
const chosen = asked.length === 0 ? ALL : ALL.filter(({ name }) => asked.includes(name));
if (asked.some((name) => !ALL.some((benchmark) => benchmark.name === name))) {
  console.error(`bench: choose of ${ALL.map(({ name }) => name).join(', ')}; without a name all are run`);
  process.exit(2);
}

/** Where the engines keep their tables: on a disk, whatever else writes to it would be measured too. */
const IN_MEMORY = '/dev/shm';
if (existsSync(IN_MEMORY)) process.env.TMPDIR = IN_MEMORY;

const begin = performance.now();
const say = (line: string) => console.log(`${((performance.now() - begin) / 1_000).toFixed(0).padStart(5)} s  ${line}`);

const found = [];
for (const [i, { name, about, run }] of chosen.entries()) {
  say(`${i + 1} of ${chosen.length}: ${name}: ${about}`);
  found.push(await run((line) => say(`  ${line}`)));
}

if (asked.length > 0) {
  for (const findings of found) console.log(`\n${section(findings)}`);
} else {
  const write = (file: string, text: string) => writeFile(join(import.meta.dirname, file), text);
  for (const { file, svg } of found.flatMap(({ plots }) => plots)) await write(file, svg);
  await write('results.md', report(found));
  const readme = join(import.meta.dirname, '..', 'README.md');
  const quoted = Object.assign({}, ...found.map((findings) => findings.quoted ?? {}));
  await writeFile(readme, quoting(await readFile(readme, 'utf8'), quoted));
  say('written: bench/results.md, and what README.md quotes of it');
}
process.exit(0);
