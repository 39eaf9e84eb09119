// Trouble on the way to the tables, at every write that decides: the story ends as it would have without.

import { afterAll, beforeAll, type ExpectStatic, test, vi } from 'vitest';
import { answeredWith500, answerLost, conflict, neverAnswered, throttled } from '../harness/interference.ts';
import { type ProxiedWorld, startProxiedWorld } from '../harness/proxied-world.ts';
import { GIVEN_UP_SECONDS, RESUMABLE_SECONDS } from '../harness/settings.ts';
import type { Story } from '../harness/story.ts';
import type { Match } from '../harness/tables-proxy.ts';
import { until } from '../harness/until.ts';
import { writesOf } from '../harness/writes.ts';

vi.setConfig({ maxConcurrency: 12 });

let world: ProxiedWorld;
beforeAll(async () => {
  world = await startProxiedWorld({ warm: 8 });
});
afterAll(() => world.close());

type Write = keyof ReturnType<typeof writesOf>;
type Tale = (story: Story, expect: ExpectStatic) => Promise<void>;

/** One attempt, one charge, and never more sends than it takes. */
const paidOnce = async (story: Story, expect: ExpectStatic, sends: number): Promise<void> => {
  const { attempts, status } = await story.order();
  expect([status, attempts.map((attempt) => attempt.status)]).toEqual(['Paid', ['Succeeded']]);
  expect((await story.stored(String(attempts[0]?.attemptId))).sends).toBe(sends);
  expect(await story.charges()).toHaveLength(1);
  const sent = await story.sends();
  expect(sent).toHaveLength(sends);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(await story.reviews()).toEqual([]);
};

const pays: Tale = async (story, expect) => {
  expect((await story.checkout()).status).toBe(200);
  await paidOnce(story, expect, 1);
};

const isDeclined: Tale = async (story, expect) => {
  expect((await story.checkout({ card: 'tok_declined' })).status).toBe(402);
  expect(await story.order()).toMatchObject({ status: 'Placed', attempts: [{ status: 'Declined' }] });
  expect(await story.sends()).toHaveLength(1);
};

const paysAfterRefusal: Tale = async (story, expect) => {
  await story.provider({ mode: 'error', status: 503, times: 1 });
  const paid = await story.checkout();
  expect(paid.status).toBe(200);
  await paidOnce(story, expect, 2);
  expect((await story.stored(String(paid.body.attemptId))).doubtful).not.toContain(1);
};

const joins: Tale = async (story, expect) => {
  await story.provider({ mode: 'slow', delaySeconds: 0.8 });
  await story.checkout({ key: 'k1', prefer: 'respond-async' });
  expect((await story.checkout({ key: 'k2' })).status).toBe(200);
  await paidOnce(story, expect, 1);
};

const resumes: Tale = async (story, expect) => {
  await story.provider({ mode: 'error', status: 302, times: 1 });
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  await story.states(String(body.attemptId));
  await story.age(String(body.attemptId), RESUMABLE_SECONDS);
  const paid = await until('the customer who comes back is paid', async () => {
    const answer = await story.checkout({ key: 'k1', prefer: 'wait=2' });
    return answer.status === 200 && answer;
  });
  expect(await story.stored(String(paid.body.attemptId))).toMatchObject({ resumes: 1, sends: 2 });
  expect(await story.charges()).toHaveLength(1);
  expect(await story.sends()).toHaveLength(2);
};

const isAbandoned: Tale = async (story, expect) => {
  await story.provider({ mode: 'error', status: 302, times: 1 });
  const { body } = await story.checkout({ key: 'k1', prefer: 'respond-async' });
  await story.states(String(body.attemptId));
  await story.age(String(body.attemptId), GIVEN_UP_SECONDS);
  expect(await story.sweepUntil('Placed')).toMatchObject({ attempts: [{ status: 'Abandoned' }] });
  const { timeline } = await story.stored(String(body.attemptId));
  expect((timeline as { what: string }[]).filter(({ what }) => what === 'not found')).toHaveLength(1);
  expect((await story.checkout({ key: 'k1' })).status).toBe(200);
  expect(await story.charges()).toHaveLength(1);
};

const TALES: readonly (readonly [Write, Tale])[] = [
  ['accept', pays],
  ['claim', pays],
  ['closeSucceeded', pays],
  ['closeNegatively', isDeclined],
  ['clear', paysAfterRefusal],
  ['join', joins],
  ['resume', resumes],
  ['countReading', isAbandoned],
  ['closeNegatively', isAbandoned],
  ['moveDue', isAbandoned],
];

const OFTEN = { conflict, throttled, answerLost };
const EVERY = { ...OFTEN, answeredWith500, neverAnswered };

const CASES = TALES.flatMap(([write, tale]) =>
  Object.entries(tale === pays ? EVERY : OFTEN).map(([trouble, interference]) => ({
    write,
    trouble,
    interference,
    tale,
    end: tale.name,
  })),
);

test.concurrent.for(CASES)('$write, $trouble: the story $end all the same', async (told, { expect }) => {
  const story = await world.placed();
  const met = world.proxy.next(writesOf(story.orderId)[told.write], told.interference);
  await told.tale(story, expect);
  await met;
});

test.concurrent.for(['GetItem', 'Query'])(
  '%s, read in vain: the story is told all the same',
  async (read, { expect }) => {
    const story = await world.placed();
    const troubles = [throttled, answerLost, answeredWith500, neverAnswered];
    const isOurs: Match = ({ operation, input }) =>
      operation === read && new RegExp(`#${story.orderId}"`).test(JSON.stringify(input));
    const met = troubles.map((trouble) => world.proxy.next(isOurs, trouble));
    await pays(story, expect);
    await Promise.all(met);
  },
);

test.concurrent.for(Object.entries(OFTEN))(
  'POST /orders, %s: one order, answered 201',
  async ([, trouble], { expect }) => {
    const story = await world.opening();
    const met = world.proxy.next(writesOf(story.orderId).createOrder, trouble);
    const wanted = { orderId: story.orderId, amount: '5.00', currency: 'TRY' };
    const created = await world.api.createOrder(wanted, story.orderId);
    await met;
    expect(created.status).toBe(201);
    const again = await world.api.createOrder(wanted, story.orderId);
    expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([201, created.text, 'true']);
  },
);

/** As often as our code insists, so that the request fails for good. */
const FOR_GOOD = 5;

test.concurrent('a claim that cannot be written sends nothing; the waiting caller is paid by a second run', async ({
  expect,
}) => {
  const story = await world.placed();
  const met = world.proxy.next(writesOf(story.orderId).claim, throttled, FOR_GOOD);
  const paid = await story.checkout();
  await met;
  expect(paid.status).toBe(200);
  expect((await story.states(String(paid.body.attemptId))).at(-1)).toBe('LeftToSchedule');
  await paidOnce(story, expect, 1);
});

test.concurrent.for(Object.entries(OFTEN))(
  'a close that cannot be written, %s: the reconcile state pays the order',
  async ([, trouble], { expect }) => {
    const story = await world.placed();
    const met = world.proxy.next(writesOf(story.orderId).closeByReply, trouble, FOR_GOOD);
    const paid = await story.checkout();
    await met;
    expect(paid.status).toBe(200);
    expect((await story.states(String(paid.body.attemptId))).slice(-2)).toEqual(['ReconcileOutcome', 'Paid']);
    await paidOnce(story, expect, 1);
  },
);

test.concurrent.for(Object.entries(OFTEN))(
  'an accept that cannot be written, %s: the caller is told 500, and the same key pays',
  async ([, trouble], { expect }) => {
    const story = await world.placed();
    const met = world.proxy.next(writesOf(story.orderId).accept, trouble, FOR_GOOD);
    const failed = await story.checkout({ key: 'k1' });
    await met;
    expect([failed.status, failed.body.type]).toEqual([500, 'urn:paid-once:internal']);
    expect((await story.checkout({ key: 'k1' })).status).toBe(200);
    await paidOnce(story, expect, 1);
  },
);
