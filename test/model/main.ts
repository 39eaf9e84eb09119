// The command `npm run model [-- world ...] [--guards] [--liveness]`: explores worlds, and which guards are missed in them.

import { parseArgs } from 'node:util';
import { onNpmGone } from '#local/processes/npm-gone.ts';
import { GUARDS } from './guard-table.ts';
import { performAll } from './pool.ts';
import { guardLine, isWrong, worldLines } from './report.ts';
import type { Result, Task } from './tasks.ts';
import { PLANS } from './worlds.ts';

onNpmGone(() => process.exit(143));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { guards: { type: 'boolean', default: false }, liveness: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(PLANS, name));
if (unknown.length > 0) {
  process.stderr.write(`model: there is no world ${unknown.join(', ')}; choose of ${Object.keys(PLANS).join(', ')}\n`);
  process.exit(2);
}

const print = (...lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);
const tell = (result: Result): void =>
  print(...(result.kind === 'world' ? worldLines(result.explored) : [guardLine(result.missed)]));

const began = performance.now();
const worlds = positionals.length > 0 ? positionals : values.guards ? [] : Object.keys(PLANS);
const explored = await performAll(
  worlds.map((name): Task => ({ kind: 'world', name, liveness: values.liveness })),
  tell,
);
const broken = explored.flatMap((r) => (r.kind === 'world' ? r.explored.findings.map(({ what }) => what) : []));

const withGuards = values.guards || positionals.length === 0;
if (withGuards) print('', 'Each guard taken away:');
const missed = await performAll(
  withGuards ? GUARDS.map((_, number): Task => ({ kind: 'guard', number, broken })) : [],
  tell,
);

const wrong = missed.flatMap((r) => (r.kind === 'guard' && isWrong(r.missed) ? [r.missed.guard] : []));
const seconds = ((performance.now() - began) / 1000).toFixed(0);
print(
  '',
  `${seconds} s; broken: ${[...new Set(broken)].join('; ') || 'nothing'}; guards in question: ${wrong.join('; ') || 'none'}`,
);
process.exitCode = broken.length + wrong.length > 0 ? 1 : 0;
