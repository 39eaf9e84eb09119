// A payment in doubt that nobody works on: one send was answered with a redirect, its run is over, nobody waits for it.

import type { Story } from './story.ts';
import type { World } from './world.ts';

/** `secondsAgo`: how long ago it seems to have happened. */
export async function leftInDoubt(
  world: Pick<World, 'placed'>,
  secondsAgo: number,
): Promise<{ story: Story; attemptId: string }> {
  const story = await world.placed();
  await story.provider({ mode: 'error', status: 302, times: 1 });
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  const attemptId = String(body.attemptId);
  await story.states(attemptId);
  await story.age(attemptId, secondsAgo);
  return { story, attemptId };
}
