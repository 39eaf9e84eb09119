// Counts what one story consumed: in the tables by the proxy, in the workflows by their traces, at the provider by its log.

import type { World } from '../test/harness/world.ts';
import { type CountingProxy, totalOf } from './counting-proxy.ts';
import type { Consumption } from './prices.ts';
import type { CostStory } from './stories.ts';

export interface StoryCount extends Consumption {
  readonly tableRequests: number;
  /** Conditional writes that were refused. */
  readonly refused: number;
  /** What AWS charges for them. */
  readonly refusedUnits: number;
  readonly sends: number;
  /** Questions to the provider of what became of a payment: the payment run's own, and the schedule's. */
  readonly looks: number;
  /** The largest input of any state, as JSON. */
  readonly stateBytes: number;
}

type Story = Awaited<ReturnType<World['placed']>>;

export async function countStory(world: World, proxy: CountingProxy, cost: CostStory): Promise<StoryCount> {
  const story = await world.placed();
  let before = await runsOf(world, story);
  proxy.take();
  const told = await cost.tell(story, async () => {
    before = await runsOf(world, story);
    proxy.take();
  });
  await story.states(told.attemptId);
  // A GET of the order and the sweep's own look into its index are queries, and no part of a payment.
  const tables = totalOf(proxy.take().filter(({ operation }) => operation !== 'Query'));
  const after = await runsOf(world, story);
  return {
    states: after.states - before.states,
    invocations: told.apiRequests + after.tasks - before.tasks,
    apiRequests: told.apiRequests,
    tableRequests: tables.requests,
    refused: tables.refused,
    refusedUnits: tables.refusedUnits,
    writeUnits: tables.writeUnits,
    readUnits: tables.readUnits,
    sends: after.sends - before.sends,
    looks: after.looks - before.looks,
    stateBytes: after.states === before.states ? 0 : after.bytes,
  };
}

/** Every request to the API is one invocation, and so is every task that a run entered, or took again. */
async function runsOf(world: World, story: Story) {
  const { attempts } = await story.order();
  const names = (await world.api.executions())
    .map(({ name }) => name)
    .filter((name) => attempts.some(({ attemptId }) => name.startsWith(attemptId)));
  const runs = await Promise.all(names.map((name) => world.api.execution(name)));
  const states = runs.flatMap((run) => run.states);
  const tasks = states.filter(({ name }) => TASKS.has(name));
  return {
    states: states.length + states.reduce((sum, { retries = 0 }) => sum + retries, 0),
    tasks: tasks.length + tasks.reduce((sum, { retries = 0 }) => sum + retries, 0),
    looks: states.filter(({ name }) => name === 'Reconcile').length,
    bytes: Math.max(0, ...states.map(({ input }) => JSON.stringify(input).length)),
    sends: (await story.sends()).length,
  };
}

const TASKS: ReadonlySet<string> = new Set(['Charge', 'RetryCharge', 'Reconcile']);

export function meanOf(counts: readonly StoryCount[]): StoryCount {
  const names = Object.keys(counts[0] ?? {}) as (keyof StoryCount)[];
  const mean = (name: keyof StoryCount) => counts.reduce((sum, count) => sum + count[name], 0) / counts.length;
  const means = Object.fromEntries(names.map((name) => [name, mean(name)])) as unknown as StoryCount;
  return { ...means, stateBytes: Math.round(means.stateBytes) };
}
