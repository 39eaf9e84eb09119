// Many customers at once, and a provider that fails a part of all sends: what the retry budget keeps away from it, and at
// what price. Told with the budget and without.

import { inParallel } from '../crowd.ts';
import { type Visit, visit } from '../customer.ts';
import { checkStorm, type Statuses, type StormCount, stormCount } from '../storm-count.ts';
import type { ActOptions, Scene, Story } from '../story.ts';
import { inColumns } from '../table.ts';

const CUSTOMERS = 100;
const AT_A_TIME = 10;
const PROGRESS_EVERY = 25;

/** Of what is hit a third is refused, a third may have been charged and was not, a third was charged and is told "error". */
const TROUBLE = {
  mode: 'error',
  status: 503,
  others: [{ mode: 'error', status: 500 }, { mode: 'charged-error' }],
  ratio: 0.2,
  // Both tellings meet the same luck, send by send.
  seed: 1,
};

const SETTINGS = {
  // Short, so that customers do meet 202.
  syncWaitSeconds: 3,
  // Long, so that a run whose start is late still sends, however busy this machine.
  chargeDeadlineSeconds: 60,
  // One window holds the whole storm, so the budget's bound can be checked to the last send.
  retryBudgetWindowSeconds: 600,
  // The breaker would end the storm: it has a story of its own.
  breakerMinimumThroughput: 1_000_000,
};
const WITH_BUDGET: ActOptions = { told: 'summary', settings: SETTINGS };
const WITHOUT: ActOptions = { told: 'summary', settings: { ...SETTINGS, retryBudgetMinimum: 1_000_000 } };

export const storm: Story = {
  name: 'storm',
  about: `${CUSTOMERS} customers, ${AT_A_TIME} at a time, and a provider that fails ${TROUBLE.ratio * 100} % of all sends`,
  async run({ act, say, checks }) {
    say('of the sends that fail, a third each: 503, not charged; 500, not charged; 500, and charged all the same');
    say('a customer who is told 202 comes back with the same key; who is told 503 was not charged, and goes away');
    say('no circuit breaker here: see the story outage');
    say('');
    say('with a retry budget');
    const budget = await act(weather, WITH_BUDGET);
    say('');
    say('the same without: retryBudgetMinimum 1000000');
    const free = await act(weather, WITHOUT);
    say('');
    sideBySide(budget, free).forEach(say);
    say('');
    checks.that('without a budget the provider got more retries', free.retries > budget.retries, {
      with: budget.retries,
      without: free.retries,
    });
  },
};

async function weather(scene: Scene): Promise<StormCount> {
  const { api, provider, say, orderId, understood } = scene;
  await provider.behave(TROUBLE);
  const orders = Array.from({ length: CUSTOMERS }, (_, i) => `${orderId}-${i + 1}`);
  let done = 0;
  const come = async (order: string): Promise<Visit> => {
    const seen = await visit(api, order);
    if (++done % PROGRESS_EVERY === 0) say(`${done} customers have their last answer`);
    return seen;
  };
  const before = understood.unasked;
  const visits = await inParallel(AT_A_TIME, orders, come);
  const count = await stormCount(scene, visits, understood.unasked - before);
  checkStorm(scene, count);
  return count;
}

function sideBySide(budget: StormCount, free: StormCount): string[] {
  const row = (what: string, of: (count: StormCount) => string | number) => [what, `${of(budget)}`, `${of(free)}`];
  return inColumns([
    ['', 'with a budget', 'without'],
    row('first answers 200 · 202 · 503', ({ first }) => answers(first)),
    row('last answers 200 · 202 · 503', ({ last }) => answers(last)),
    row('orders paid', ({ paid }) => paid),
    row('charges', ({ charges }) => charges),
    row('orders charged twice', ({ chargedTwice }) => chargedTwice),
    row('attempts sent · provider keys', ({ attempts, keys }) => `${attempts} · ${keys}`),
    row('sends', ({ sends }) => sends),
    row('first sends of a run · retries', ({ firstSends, retries }) => `${firstSends} · ${retries}`),
    row('amplification: sends / first sends', ({ sends, firstSends }) => (sends / firstSends).toFixed(2)),
  ]);
}

const answers = (of: Statuses): string => [200, 202, 503].map((status) => of[status] ?? 0).join(' · ');
