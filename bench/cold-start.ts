// What a cold start costs beside that of a function that holds only the DynamoDB client: bytes, and CPU time to import.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { barChart } from './bars.ts';
import type { Benchmark } from './benchmark.ts';
import { BARE, BARE_AS_OURS, type Bundle, bundles } from './cold-start-bundles.ts';
import { ratio, table } from './markdown.ts';
import { quantile } from './quantiles.ts';

const ROUNDS = 40;
/** Ours over the bare client's. */
const GOAL = 1.1;

const CHILD = join(import.meta.dirname, 'cold-start-child.ts');
const run = promisify(execFile);

async function cpuOf({ module, env }: Bundle): Promise<number> {
  const { stdout } = await run(process.execPath, ['--no-warnings', CHILD, module], { env });
  return Number(stdout);
}

/** Each round imports every bundle once, beginning elsewhere each time: what else runs here meets all of them alike. */
async function cpuTimes(all: readonly Bundle[], say: (line: string) => void): Promise<Map<string, number>> {
  const taken = new Map<string, number[]>(all.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 10 === 0) say(`round ${round + 1} of ${ROUNDS}, ${all.length} bundles each`);
    const shift = round % all.length;
    for (const bundle of [...all.slice(shift), ...all.slice(0, shift)])
      taken.get(bundle.name)?.push(await cpuOf(bundle));
  }
  // What else runs here only ever adds: the lower quartile is nearer to what the bundle itself takes than the median.
  return new Map([...taken].map(([name, times]) => [name, quantile(times, 0.25)]));
}

export const coldStart: Benchmark = {
  name: 'cold-start',
  about: 'CPU time to import and build each function, beside the bare DynamoDB client',
  async run(say) {
    const folder = await mkdtemp(join(tmpdir(), 'paid-once-bench-'));
    const all = await bundles(folder);
    const bare = all.find(({ name }) => name === BARE);
    const times = await cpuTimes(all, say).finally(() => rm(folder, { recursive: true }));
    const of = (name: string, to = BARE) => (times.get(name) ?? 0) / (times.get(to) ?? 1);
    return {
      title: 'Cold start',
      blocks: [
        `Each bundle is imported by ${ROUNDS} fresh processes, which builds all that its first invocation needs; the figure is the lower quartile of its CPU time (user and system) as a ratio to the bare DynamoDB client's. The goal is ${GOAL}. All are bundled by the same options, but that the bare client and Powertools keep the SDK's whole chain of credentials, as they do unless somebody takes it away ([decision 16](../docs/decisions/0016-credentials-from-the-environment.md)); the second row is the client without it, and the last column what ours adds to that. Two runs differ by some hundredths.`,
        table(
          ['', 'bytes', 'bytes, ratio', 'CPU time, ratio', 'CPU time, ratio to the second row'],
          all.map(({ name, bytes }) => [
            name,
            bytes,
            ratio(bytes / (bare?.bytes ?? 1)),
            ratio(of(name)),
            ratio(of(name, BARE_AS_OURS)),
          ]),
        ),
        'The last row is why the bundles are CommonJS: an ES module that imports `node:http` evaluates all that it exports, and so loads a second HTTP client that nothing here uses.',
        'The clients of Step Functions and Secrets Manager are not loaded on first use: a function that has them needs them in its first invocation, so the figure would look better and the customer would wait as long.',
      ],
      plots: [
        {
          file: 'cold-start.svg',
          about: 'CPU time of a cold start, by function',
          svg: barChart({
            title: 'CPU time to import and build, as a ratio to the bare DynamoDB client',
            series: ['CPU time'],
            groups: all.map(({ name }) => ({ label: name, values: [of(name)] })),
            write: ratio,
            mark: GOAL,
          }),
        },
      ],
    };
  },
};
