// The provider charges, but answers after we have stopped waiting: told once, or with short pauses and with long ones.

import type { Settings } from '#core/settings/settings.ts';
import { expectedPolls } from '../expected-polls.ts';
import {
  CARD,
  checkout,
  checkProvider,
  inOneAct,
  placeOrder,
  type Scene,
  type Story,
  sendsOf,
  showOrder,
} from '../story.ts';
import { inColumns } from '../table.ts';

/** A run of the demo's settings ends soon. */
const ONCE_SECONDS = 5;
const PROCESSING_SECONDS = 7;
/** The longest a pause may get. */
const CAP_SECONDS = 8;

/** Both tellings differ in the base alone. The last pause may begin just before the charge is made. */
const withBase = (backoffBaseSeconds: number) => ({
  backoffBaseSeconds,
  backoffCapSeconds: CAP_SECONDS,
  chargeDeadlineSeconds: 2 * (PROCESSING_SECONDS + CAP_SECONDS),
  syncWaitSeconds: 25,
});

const about = (seconds: number) => `the provider answers after ${seconds} s, we wait 3 s for an answer`;

/** With the demo's settings alone, among the other stories. */
export const slowOnce: Story = {
  name: 'slow',
  about: about(ONCE_SECONDS),
  run: inOneAct(async (scene) => {
    const { polls } = await pay(scene, ONCE_SECONDS);
    scene.checks.that('it was asked too early at least once', polls > 0, polls);
  }),
};

export const slow: Story = {
  name: 'slow',
  about: about(PROCESSING_SECONDS),
  async run({ act, say, checks }) {
    const payWithBase = (base: number) => act((scene) => pay(scene, PROCESSING_SECONDS), { settings: withBase(base) });
    say('backoffBaseSeconds 1');
    const short = await payWithBase(1);
    say('');
    say('the same with backoffBaseSeconds 3');
    const long = await payWithBase(3);

    say('');
    const columns = ['backoffBaseSeconds', '409s', 'expected', 'paid after', 'expected'];
    inColumns([columns, row(short), row(long)]).forEach(say);
    say('expected: the average of the pauses alone, each of which is random, from 1 s to base · 2ⁿ');
    say('a longer base asks less often, and learns of the charge a little later');
    checks.that('with base 1 it was asked too early at least once', short.polls > 0, short.polls);
  },
};

interface Seen {
  readonly settings: Settings;
  /** Answers 409. */
  readonly polls: number;
  /** Of the customer's one call. */
  readonly seconds: number;
}

async function pay(scene: Scene, processingSeconds: number): Promise<Seen> {
  const { provider, checks } = scene;
  await placeOrder(scene);
  await provider.behave({ mode: 'slow', delaySeconds: processingSeconds, times: 1 });
  const begin = performance.now();
  const reply = await checkout(scene, 'slow-1', CARD, 'the customer');
  const seconds = (performance.now() - begin) / 1000;
  checks.that('the customer is told 200 Paid', reply.status === 200 && reply.body.status === 'Paid', reply);
  const answers = (await sendsOf(scene)).map(({ answered, replayed }) => `${answered}${replayed ? ' replayed' : ''}`);
  const polls = answers.filter((answer) => answer === '409').length;
  checks.that('after as many 409s as it took, the key replayed its 201', answers.at(-1) === '201 replayed', answers);
  const order = await showOrder(scene);
  checks.that('the order is Paid by one attempt', order.status === 'Paid' && order.attempts.length === 1, order);
  await checkProvider(scene, 1, 1);
  return { settings: scene.settings, polls, seconds };
}

function row({ settings, polls, seconds }: Seen): string[] {
  const expected = expectedPolls(PROCESSING_SECONDS, settings);
  const [seen, average] = [seconds, expected.seconds].map((s) => `${s.toFixed(1)} s`);
  return [`${settings.backoffBaseSeconds}`, `${polls}`, expected.polls.toFixed(1), `${seen}`, `${average}`];
}
