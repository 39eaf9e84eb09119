// The command `npm run demo [-- story ...]`: tells each story with real waits on a stack of its own settings, and checks it.

import { StartError } from '../start-error.ts';
import { openTheatre } from './stage.ts';
import { drop } from './stories/drop.ts';
import { flaky } from './stories/flaky.ts';
import { left } from './stories/left.ts';
import { outage } from './stories/outage.ts';
import { pending } from './stories/pending.ts';
import { ratelimit } from './stories/ratelimit.ts';
import { slow, slowOnce } from './stories/slow.ts';
import { storm } from './stories/storm.ts';
import type { Story } from './story.ts';

const UNASKED: readonly Story[] = [slowOnce, pending, left, drop];
const ALL: readonly Story[] = [slow, pending, left, drop, flaky, ratelimit, outage, storm];
const PATIENCE_MS = 10_000;

// A reader that has seen enough (head, less) closes the pipe: nothing is left to tell.
process.stdout.on('error', () => process.exit(0));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const names = (stories: readonly Story[]): string => stories.map(({ name }) => name).join(', ');

/** undefined: the words name no story. */
function chosen(words: readonly string[]): readonly Story[] | undefined {
  if (words.length === 0) return UNASKED;
  const found = words.map((word) => ALL.find(({ name }) => name === word));
  return found.every((story) => story !== undefined) ? found : undefined;
}

const stories = chosen(process.argv.slice(2));
if (stories === undefined) {
  process.stderr.write(`demo: choose of ${names(ALL)}; without a name ${names(UNASKED)} are told\n`);
  process.exit(2);
}

const theatre = openTheatre(print);
let stopping = false;

function stop(): void {
  // Asked twice, or stuck: the children still end, since none outlives this process.
  if (stopping) process.exit(130);
  stopping = true;
  setTimeout(() => process.exit(130), PATIENCE_MS);
  void theatre.close().finally(() => process.exit(130));
}
process.on('SIGINT', stop);

try {
  print('starting the stack: API, workflows, tables, schedule and a provider, all on this machine');
  for (const story of stories) {
    print(`\n${story.name}: ${story.about}`);
    await story.run(theatre);
  }
  await theatre.close();
  const { failed } = theatre;
  print(failed === 0 ? `\n${stories.length} of ${stories.length} stories went as told` : `\n${failed} checks failed`);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  // What is told while its stack goes away fails: no news.
  if (!stopping) {
    await theatre.close();
    process.stderr.write(`demo: ${error instanceof StartError ? error.message : String((error as Error).message)}\n`);
    process.exit(1);
  }
}
