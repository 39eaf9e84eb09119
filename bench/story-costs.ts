// What one payment costs, story by story: counted on the whole stack, priced by the list, beside two other designs.

import { startEngine } from '../local/dynamodb/engine.ts';
import { UNHINDERED } from '../test/harness/settings.ts';
import { startWorld } from '../test/harness/world.ts';
import { barChart } from './bars.ts';
import type { Benchmark } from './benchmark.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { countPowertools } from './edge.ts';
import { startEngineTables } from './engine-tables.ts';
import { type Cell, dollars, ratio, table } from './markdown.ts';
import { type Consumption, dollarsFor, dollarsPerMillion, PRICED, PRICES } from './prices.ts';
import { MODEL_SENTENCE, statePerStep } from './state-per-step.ts';
import { COST_STORIES } from './stories.ts';
import { countStory, meanOf, type StoryCount } from './told-story.ts';

/** The defaults, but for what only makes a story longer; no budget and no breaker, as stories follow each other; the bench runs the schedule itself. */
const SETTINGS = {
  stage: 'dev',
  attemptTimeoutSeconds: 2,
  backoffCapSeconds: 1,
  reconcileIntervalSeconds: 3_600,
  ...UNHINDERED,
};

type Counted = readonly { readonly name: string; readonly about: string; readonly count: StoryCount }[];

async function countAll(say: (line: string) => void): Promise<Counted> {
  const engine = await startEngine({ endpoint: process.env.DYNAMODB_ENDPOINT || undefined, log: () => {} });
  const proxy = await startCountingProxy(engine.url);
  const world = await startWorld({ settings: SETTINGS, dynamodbEndpoint: proxy.url, tablesEndpoint: engine.url });
  const all: { name: string; about: string; count: StoryCount }[] = [];
  try {
    for (const story of COST_STORIES) {
      say(`${story.name}, ${story.times} of them`);
      const counts: StoryCount[] = [];
      for (let i = 0; i < story.times; i++) counts.push(await countStory(world, proxy, story));
      all.push({ name: story.name, about: story.about, count: meanOf(counts) });
    }
  } finally {
    await world.close();
    await proxy.close();
    await engine.close();
  }
  return all;
}

/** One invocation behind one route; what is refused is charged as one unit, the least that AWS asks. */
async function powertoolsConsumption(): Promise<Record<'first' | 'duplicate', Consumption>> {
  const engine = await startEngineTables();
  try {
    const { first, duplicate } = await countPowertools(engine);
    const consumed = ({ writeUnits, refused, readUnits }: typeof first): Consumption => ({
      states: 0,
      invocations: 1,
      apiRequests: 1,
      readUnits,
      writeUnits: writeUnits + refused,
    });
    return { first: consumed(first), duplicate: consumed(duplicate) };
  } finally {
    await engine.close();
  }
}

export const storyCosts: Benchmark = {
  name: 'costs',
  about: 'what one payment costs, story by story',
  async run(say) {
    const counted = await countAll(say);
    const powertools = await powertoolsConsumption();
    const rows = counted.map(({ name, count }) => {
      const [ours, model] = [dollarsPerMillion(priced(count)), dollarsPerMillion(statePerStep(count))];
      const pattern = { paid: powertools.first, 'duplicate of a paid one': powertools.duplicate }[name];
      return { name, ours, model, pattern: pattern === undefined ? null : dollarsPerMillion(pattern) };
    });
    const prices = priceTable(counted);
    const designs = table(
      ['dollars per million payments', 'paid-once', 'a state and a Lambda per step', 'ratio', 'Powertools idempotency'],
      rows.map(({ name, ours, model, pattern }) => [
        name,
        dollars(ours),
        dollars(model),
        ratio(ours / model),
        pattern === null ? '–' : dollars(pattern),
      ]),
    );
    return {
      title: 'What a payment costs',
      quoted: { prices, designs },
      blocks: [
        counted.map(({ name, about }) => `- **${name}**: ${about}`).join('\n'),
        countTable(counted),
        'Means, but for the abandoned one, of which there is one: how many looks it takes varies by one or two. The provider is a fake one on the same machine, so a waiting caller polls once or twice. Creating the order, reading it, and the sweep itself, which runs whether or not anything is due, are not in it: see "Growth". A look asks the provider what became of a payment. A refused write is priced by what AWS charges for it at least: one unit an item, two in a transaction.',
        prices,
        'Beside two other designs:',
        designs,
        `The design with a state per step is computed for the same sends and looks. ${MODEL_SENTENCE}`,
        'The Powertools pattern is measured as in "The edge": one function, one record of the key. It has no workflow and no answer to a lost reply: it forgets the key of a charge that threw, and the next try charges again. So it stands beside the two stories that it tells.',
      ],
      plots: [
        {
          file: 'costs.svg',
          about: 'Dollars per million payments, by story',
          svg: barChart({
            title: 'Dollars per million payments',
            series: ['paid-once', 'a state and a Lambda per step', 'Powertools idempotency'],
            groups: rows.map(({ name, ours, model, pattern }) => ({ label: name, values: [ours, model, pattern] })),
            write: dollars,
          }),
        },
      ],
    };
  },
};

const priced = (count: StoryCount): Consumption => ({ ...count, writeUnits: count.writeUnits + count.refusedUnits });

function countTable(counted: Counted): string {
  const rows: readonly [string, (count: StoryCount) => number][] = [
    ['states entered', (c) => c.states],
    ['Lambda invocations', (c) => c.invocations],
    ['API requests', (c) => c.apiRequests],
    ['DynamoDB requests', (c) => c.tableRequests],
    ['write units', (c) => c.writeUnits],
    ['read units', (c) => c.readUnits],
    ['refused writes', (c) => c.refused],
    ['sends', (c) => c.sends],
    ['looks', (c) => c.looks],
    ['largest state, bytes', (c) => c.stateBytes],
  ];
  return table(
    ['per payment', ...counted.map(({ name }) => name)],
    rows.map(([what, of]): Cell[] => [what, ...counted.map(({ count }) => of(count))]),
  );
}

function priceTable(counted: Counted): string {
  const sums = counted.map(({ count }) => `**${dollars(dollarsPerMillion(priced(count)))}**`);
  return table(
    [`${PRICES.region}, ${PRICES.readOn}`, 'dollars per million', ...counted.map(({ name }) => name)],
    [
      ...PRICED.map((kind): Cell[] => {
        const { what, dollars: price } = PRICES.perMillion[kind];
        return [what, String(price), ...counted.map(({ count }) => dollars(dollarsFor(kind, priced(count)[kind])))];
      }),
      ['**sum**', '', ...sums],
    ],
  );
}
