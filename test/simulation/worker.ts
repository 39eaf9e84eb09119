// One of the processes that search: told a seed and a number of histories, again and again, it tells what it found.

import { startBesideEngine } from './beside-engine.ts';
import { search } from './search.ts';
import { planLines, story } from './story.ts';

export interface Batch {
  readonly seed: number;
  readonly runs: number;
}

/** Histories between two reports of progress. */
const EVERY = 25;

// Not awaited here: what is sent before somebody listens is lost.
const engine = process.argv.includes('--engine') ? startBesideEngine() : null;
process.once('disconnect', async () => {
  await (await engine)?.close();
  process.exit();
});

process.on('message', async ({ seed, runs }: Batch) => {
  let lived = 0;
  const progress = (): void => {
    lived += 1;
    if (lived % EVERY === 0) process.send?.({ lived: EVERY });
  };
  const { coverage, found } = await search(seed, runs, progress, await engine);
  process.send?.({
    lived: lived % EVERY,
    coverage,
    found: found && {
      seed: found.seed,
      broken: found.broken,
      plan: planLines(found.plan),
      story: story(found.history),
    },
  });
});
