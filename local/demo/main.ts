// The command `npm run demo [-- story ...]`: boots the stack, tells each story with real waits, and checks what it says.

import { startStack } from '../stack.ts';
import { StartError } from '../start-error.ts';
import { createApi } from './api.ts';
import { createChecks } from './check.ts';
import { narrate } from './narrator.ts';
import { createProviderView } from './provider-view.ts';
import { DEMO_SETTINGS } from './settings.ts';
import { drop } from './stories/drop.ts';
import { flaky } from './stories/flaky.ts';
import { left } from './stories/left.ts';
import { pending } from './stories/pending.ts';
import { ratelimit } from './stories/ratelimit.ts';
import { slow } from './stories/slow.ts';
import type { Story } from './story.ts';
import { createUnderstood } from './understood.ts';

const STORIES: readonly Story[] = [slow, pending, left, drop];
/** Told when they are asked for. */
const MORE: readonly Story[] = [flaky, ratelimit];
const ALL = [...STORIES, ...MORE];

// A reader that has seen enough (head, less) closes the pipe: nothing is left to tell.
process.stdout.on('error', () => process.exit(0));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const names = (stories: readonly Story[]): string => stories.map(({ name }) => name).join(', ');

/** undefined: the words name no story. */
function chosen(words: readonly string[]): readonly Story[] | undefined {
  if (words.length === 0) return STORIES;
  const found = words.map((word) => ALL.find(({ name }) => name === word));
  return found.every((story) => story !== undefined) ? found : undefined;
}

/** @returns how many checks failed */
async function tell(stories: readonly Story[]): Promise<number> {
  print('starting the stack: API, workflows, tables, schedule and a provider, all on this machine');
  const understood = createUnderstood();
  const stack = await startStack({ settings: DEMO_SETTINGS, log: understood.log });
  process.once('SIGINT', () => void stack.close().finally(() => process.exit(130)));
  let failed = 0;
  try {
    const api = createApi(stack.api);
    const provider = createProviderView(stack.provider);
    for (const [i, story] of stories.entries()) {
      print(`\n${story.name}: ${story.about}`);
      const narration = await narrate(stack.api, provider, understood, print);
      const checks = createChecks(narration.say);
      await story.run({ api, provider, say: narration.say, checks, orderId: `${1001 + i}` });
      await narration.end();
      await provider.behave({ mode: 'normal' });
      failed += checks.failed;
    }
  } finally {
    await stack.close();
  }
  return failed;
}

const stories = chosen(process.argv.slice(2));
if (stories === undefined) {
  process.stderr.write(`demo: choose of ${names(ALL)}; without a name ${names(STORIES)} are told\n`);
  process.exit(2);
}
try {
  const failed = await tell(stories);
  print(failed === 0 ? `\n${stories.length} of ${stories.length} stories went as told` : `\n${failed} checks failed`);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  process.stderr.write(`demo: ${error instanceof StartError ? error.message : String((error as Error).message)}\n`);
  process.exit(1);
}
