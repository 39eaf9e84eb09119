// The provider refuses everything for a while: the breaker opens, probes, opens again, and closes when the provider is well.

import { type BreakerView, watchBreaker } from '../breaker-view.ts';
import { inParallel } from '../crowd.ts';
import { median, told, type Visit, visit } from '../customer.ts';
import { ofOrder } from '../provider-view.ts';
import { inOneAct, type Scene, type Story } from '../story.ts';
import { butFor } from '../understood.ts';

const BEFORE = 3;
const AT_FIRST = 6;
const MEANWHILE = 10;
/** Nobody comes so late that the breaker may be half-open before the answer. */
const ROOM_MS = 2_000;

const SETTINGS = {
  breakerMinimumThroughput: 5,
  breakerFailureRatio: 0.5,
  breakerCooldownSeconds: 5,
  breakerProbes: 2,
};

export const outage: Story = {
  name: 'outage',
  about: 'the provider answers 503 to everything: the breaker opens, and closes when probes went well',
  run: inOneAct(tell, { told: 'summary', settings: SETTINGS }),
};

interface Cast {
  readonly scene: Scene;
  readonly breaker: BreakerView;
  /** All at once; who came before comes back with the same key. */
  readonly come: (orders: readonly string[]) => Promise<Visit[]>;
  readonly unasked: () => number;
}

async function tell(scene: Scene): Promise<void> {
  const { api, understood, say } = scene;
  const before = understood.unasked;
  const cast: Cast = {
    scene,
    breaker: await watchBreaker(scene),
    come: (orders) => inParallel(orders.length, orders, (order) => visit(api, order)),
    unasked: () => understood.unasked - before,
  };
  const early = names(scene, 'early', BEFORE);
  say(`${early.length} customers pay: ${told(await cast.come(early))}`);
  const { first, later } = await goesDown(cast);
  await isProbed(cast, later);
  await isWellAgain(cast, first, later);
  await cast.breaker.end();
  await checkEnd(cast, [...early, ...first, ...later]);
}

async function goesDown({ scene, breaker, come, unasked }: Cast) {
  const { api, provider, say, checks, settings } = scene;
  await provider.behave({ mode: 'error', status: 503 });
  const first = names(scene, 'first', AT_FIRST);
  say(`the provider is down; ${first.length} more come at once`);
  const met = come(first);
  await breaker.until('open');
  const turned: Visit[] = [];
  for (const order of names(scene, 'later', MEANWHILE))
    if (breaker.openForMs() > ROOM_MS) turned.push(await visit(api, order));
  const later = turned.map(({ orderId }) => orderId);
  say(`${later.length} come one by one while it is open: ${told(turned)}, within ${median(turned)} s`);
  checks.that('each is told 503 with Retry-After', turned.length > 0 && turned.every(isTurnedAway(settings)), turned);
  const sent = await sendsOf(scene, later);
  checks.that(`and nothing of theirs was sent${butFor(unasked())}`, sent <= unasked(), sent);
  const firstTold = await met;
  checks.that(`the ${first.length} are told 503, too`, firstTold.every(isTurnedAway(settings)), firstTold);
  return { first, later };
}

async function isProbed({ scene, breaker, come, unasked }: Cast, later: readonly string[]): Promise<void> {
  const { say, checks, settings } = scene;
  await breaker.until('halfOpen');
  const back = later.slice(0, settings.breakerProbes + 1);
  say(`${back.length} of them come back with the same keys: ${told(await come(back))}`);
  const probes = await sendsOf(scene, later);
  const most = settings.breakerProbes * breaker.timesHalfOpen;
  checks.that(
    `of theirs the provider got ${probes}, of at most ${most} probes${butFor(unasked())}`,
    probes > 0 && probes <= most + unasked(),
    breaker.states,
  );
}

async function isWellAgain({ scene, breaker, come }: Cast, first: readonly string[], later: readonly string[]) {
  const { provider, say, settings } = scene;
  await provider.behave({ mode: 'normal' });
  say('the provider is well again, which nobody knows yet');
  await breaker.until('halfOpen');
  const lucky = first.slice(0, settings.breakerProbes);
  say(`${lucky.length} come back, as probes: ${told(await come(lucky))}`);
  await breaker.until('closed');
  const others = [...first.slice(lucky.length), ...later];
  say(`the other ${others.length} come back: ${told(await come(others))}`);
}

async function checkEnd({ scene, breaker: { states } }: Cast, all: readonly string[]): Promise<void> {
  const { api, provider, checks } = scene;
  checks.that(
    'closed, open, half-open, open again, half-open, closed',
    states.slice(0, 4).join() === 'closed,open,halfOpen,open' && states.slice(-2).join() === 'halfOpen,closed',
    states,
  );
  const statuses = await inParallel(1, all, async (order) => (await api.getOrder(order)).body.status);
  checks.that(`${all.length} orders are Paid`, new Set(statuses).size === 1 && statuses[0] === 'Paid', statuses);
  const charges = await provider.charges();
  const chargesOf = (order: string) => charges.filter((charge) => ofOrder(order)(charge.merchant_reference)).length;
  checks.that('one charge each', new Set(all.map(chargesOf)).size === 1 && charges.length === all.length, charges);
}

const names = ({ orderId }: Scene, when: string, many: number): string[] =>
  Array.from({ length: many }, (_, i) => `${orderId}-${when}-${i + 1}`);

const isTurnedAway =
  ({ breakerCooldownSeconds }: Scene['settings']) =>
  ({ last }: Visit): boolean => {
    const seconds = Number(last.headers.get('retry-after'));
    return last.status === 503 && seconds >= 1 && seconds <= breakerCooldownSeconds;
  };

async function sendsOf({ provider }: Scene, orders: readonly string[]): Promise<number> {
  const sends = (await provider.requests()).filter(({ method }) => method === 'POST');
  return sends.filter(({ merchantReference }) => orders.some((order) => ofOrder(order)(merchantReference))).length;
}
