// Seven payments that go differently, each told on the whole stack through its API; what is counted lies between two marks.

import type { World } from '../test/harness/world.ts';

type Story = Awaited<ReturnType<World['placed']>>;

/** How often our API was called, and what came of it. */
export interface Told {
  readonly apiRequests: number;
  readonly attemptId: string;
}

export interface CostStory {
  readonly name: string;
  readonly about: string;
  readonly times: number;
  /** Begins with an order that was just placed. `begin`: what comes before is not counted. */
  tell(story: Story, begin: () => Promise<void>): Promise<Told>;
}

async function paidAs(story: Story, status: number, card = 'tok_visa'): Promise<Told> {
  const answer = await story.checkout({ key: 'pay', card });
  if (answer.status !== status) throw new Error(`the checkout was answered ${answer.status}: ${answer.text}`);
  return { apiRequests: 1, attemptId: (await story.attempt()).attemptId };
}

async function twice(story: Story, begin: () => Promise<void>, status: number, card?: string): Promise<Told> {
  const { attemptId } = await paidAs(story, status, card);
  await story.states(attemptId);
  await begin();
  return paidAs(story, status, card);
}

export const COST_STORIES: readonly CostStory[] = [
  {
    name: 'paid',
    about: 'the provider answers at once',
    times: 10,
    tell: (story) => paidAs(story, 200),
  },
  {
    name: 'declined',
    about: 'the card is declined',
    times: 10,
    tell: (story) => paidAs(story, 402, 'tok_declined'),
  },
  {
    name: '409',
    about: 'the provider takes longer than one send waits: a timeout, then 409, then paid',
    times: 3,
    async tell(story) {
      await story.provider({ mode: 'slow', delaySeconds: 3.5, times: 1 });
      return paidAs(story, 200);
    },
  },
  {
    name: 'lost reply',
    about: 'charged, but the answer cannot be read: it is looked up, and found',
    times: 3,
    async tell(story) {
      await story.provider({ mode: 'garbage', times: 1 });
      return paidAs(story, 200);
    },
  },
  {
    name: 'abandoned',
    about:
      'the provider never answers and the customer left: four sends, the lookups of the schedule at the default settings until it is given up, then those until the provider has forgotten the key',
    times: 1,
    tell: abandon,
  },
  {
    name: 'duplicate of a paid one',
    about: 'the same key and body again, after the payment ended',
    times: 10,
    tell: (story, begin) => twice(story, begin, 200),
  },
  {
    name: 'duplicate of a declined one',
    about: 'the same; the order is free, so its payment is begun, and refused because the key is known',
    times: 10,
    tell: (story, begin) => twice(story, begin, 402, 'tok_declined'),
  },
];

const MOST_LOOKS = 100;

/** Time passes in the tables: what has happened becomes older by just what is missing until the next look is due. */
async function abandon(story: Story): Promise<Told> {
  await story.provider({ mode: 'drop' });
  const { status } = await story.checkout({ key: 'pay', prefer: 'respond-async' });
  if (status !== 202) throw new Error(`the checkout was answered ${status}`);
  const { attemptId } = await story.attempt();
  await story.states(attemptId);
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const { nextCheckAt, status: standing } = await story.stored(attemptId);
    if (nextCheckAt === undefined) {
      if (standing !== 'Abandoned') throw new Error(`the attempt ended ${String(standing)}`);
      return { apiRequests: 1, attemptId };
    }
    await story.age(attemptId, Math.max(0, Number(nextCheckAt) - Math.floor(Date.now() / 1_000)));
    await story.sweep();
  }
  throw new Error(`not given up in ${MOST_LOOKS} looks`);
}
