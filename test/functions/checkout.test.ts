// One intent, one attempt, whoever asks how often: what each caller is told, and what is started for it.

import { describe, expect, test } from 'vitest';
import { openToken } from '#core/cards/card-token.ts';
import { attemptAddress } from '#core/records/address.ts';
import { checkout } from '#functions/checkout/checkout.ts';
import { stored } from '../contract/stored.ts';
import { accepted, CHARGED_UNSEEN, giveUp, placed } from './stories.ts';
import { problem, requestOf, settled, type World, worlds } from './world.ts';

const world = worlds();

const REPLAYED = { 'Idempotent-Replayed': 'true' };
const attempts = (w: World) => new Set(w.started.map(({ ref }) => ref.attemptId)).size;

describe('a new payment', () => {
  test('is accepted before anything is sent, and a run is started for it', async () => {
    const w = await placed(world);
    const answer = await w.checkout();
    const { ref, resumes } = w.runOf();
    expect(answer).toMatchObject({
      status: 202,
      headers: { Location: '/orders/1001', 'Retry-After': expect.stringMatching(/^[1-9]/) },
      body: { orderId: '1001', status: 'PaymentPending', amount: '548.90', currency: 'TRY', attemptId: ref.attemptId },
    });
    expect(await w.order()).toMatchObject({ status: 'PaymentPending', openAttemptId: ref.attemptId });
    expect(resumes).toBe(0);
    expect(await w.fake.requests()).toEqual([]);
  });

  test('hands the card to its run sealed, and keeps it nowhere else', async () => {
    const w = await placed(world);
    await w.checkout({ card: 'tok_secret_4242' });
    const { ref, sealedToken } = w.runOf();
    const attempt = await w.attempt();
    expect(attempt.sealKey && openToken(sealedToken, attempt.sealKey, ref.attemptId)).toBe('tok_secret_4242');
    const [item] = await stored(w.store, attemptAddress(ref));
    expect(JSON.stringify([item, sealedToken, w.lines])).not.toContain('4242');
  });

  test('is answered when it has ended, if the caller waits', async () => {
    const w = await placed(world);
    w.clock.whileAsleep(() => w.chargeOnce());
    expect(await w.checkout({ headers: { prefer: undefined } })).toMatchObject({
      status: 200,
      body: { orderId: '1001', status: 'Paid', amount: '548.90', currency: 'TRY', providerPaymentId: 'ch_000001' },
    });
  });

  test.each([
    [undefined, 10, undefined],
    ['wait=3', 3, 'wait=3'],
    ['wait=3600', 10, 'wait=10'],
    ['wait=0', 0, 'wait=0'],
    ['respond-async', 0, 'respond-async'],
  ])('with Prefer: %s is waited for %i s, and told %s', async (prefer, seconds, applied) => {
    const w = await placed(world);
    const answer = await w.checkout({ headers: { prefer } });
    expect([answer.status, answer.headers['Preference-Applied']]).toEqual([202, applied]);
    expect((w.clock.now() - w.clock.start) / 1_000).toBe(seconds);
  });

  test('that has ended is no asynchronous answer, and a refused request had no preference heeded', async () => {
    const w = await accepted(world);
    await w.chargeOnce();
    const told = async (asked: object) => (await w.checkout(asked)).headers['Preference-Applied'];
    expect(await told({ headers: { prefer: 'respond-async' } })).toBe(undefined);
    expect(await told({ headers: { prefer: 'wait=4' } })).toBe('wait=4');
    expect(await told({ headers: { prefer: 'wait=4' }, body: {} })).toBe(undefined);
  });

  test('whose run could not be started is resumed for the caller who comes back', async () => {
    const w = await placed(world);
    const runs = { ...w.runs, start: () => Promise.reject(new Error('throttled')) };
    const request = requestOf({ body: { cardToken: 'tok_visa' }, headers: { prefer: 'wait=0' } }, { orderId: '1001' });
    expect(await checkout({ ...w.deps, runs }, request)).toMatchObject({ status: 202 });
    w.clock.pass(5);
    await w.checkout();
    expect(w.started.map(({ resumes }) => resumes)).toEqual([1]);
    expect(await w.chargeOnce()).toEqual(settled('Succeeded'));
  });
});

describe('an open payment', () => {
  test('is joined by the same key, and by another key with the same card', async () => {
    const w = await placed(world);
    const { body } = await w.checkout();
    expect(await w.checkout()).toMatchObject({ status: 202, body });
    expect(await w.checkout({ key: 'key-2' })).toMatchObject({ status: 202, body });
    expect(w.started).toHaveLength(1);
    await w.chargeOnce();
    expect(await w.checkout({ key: 'key-2' })).toMatchObject({ status: 200, headers: REPLAYED });
  });

  test('refuses another card, and burns no key', async () => {
    const w = await placed(world);
    await w.checkout();
    expect(await w.checkout({ key: 'key-2', card: 'tok_other' })).toMatchObject(problem(409, 'other-payment-open'));
    await w.fake.control({ mode: 'decline' });
    await w.chargeOnce();
    await w.fake.control({ mode: 'normal' });
    expect(await w.checkout({ key: 'key-2', card: 'tok_other' })).toMatchObject({ status: 202 });
    expect(attempts(w)).toBe(2);
  });

  test('of twenty callers at the same time is one attempt and one run', async () => {
    const w = await placed(world);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => w.checkout({ key: `key-${n % 5}` })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.attemptId)).size).toBe(1);
    expect(w.started).toHaveLength(1);
  });

  test('is resumed when its last start is 5 s old, not before, and only if nobody works on it', async () => {
    const w = await placed(world);
    await w.checkout();
    const first = `${w.runOf().ref.attemptId}-0`;
    w.clock.pass(4.999);
    await w.checkout();
    w.clock.pass(0.001);
    w.running.add(first);
    await w.checkout();
    expect(w.started).toHaveLength(1);
    w.running.delete(first);
    await w.checkout();
    expect(w.started.map(({ resumes }) => resumes)).toEqual([0, 1]);
  });

  test('is not resumed on a mere suspicion: what cannot be told is taken for running', async () => {
    const w = await placed(world);
    await w.checkout();
    w.clock.pass(3_600);
    const runs = { ...w.runs, isRunning: () => Promise.reject(new Error('no answer')) };
    const request = requestOf({ body: { cardToken: 'tok_visa' }, headers: { prefer: 'wait=0' } }, { orderId: '1001' });
    expect(await checkout({ ...w.deps, runs }, request)).toMatchObject({ status: 202 });
    expect(w.started).toHaveLength(1);
  });

  test('is resumed once by many who come back', async () => {
    const w = await placed(world);
    await w.checkout();
    w.clock.pass(5);
    await Promise.all(Array.from({ length: 10 }, () => w.checkout()));
    expect(w.started.map(({ resumes }) => resumes)).toEqual([0, 1]);
  });
});

describe('a caller who waits is told', () => {
  test.each<[string, object, number, string | null]>([
    ['declined', { mode: 'decline' }, 402, 'declined'],
    ['not charged: the provider is down', { mode: 'error', status: 503 }, 503, 'provider-unavailable'],
    ['not charged: the provider does not take us', { mode: 'error', status: 403 }, 502, 'provider-rejected'],
  ])('%s', async (_what, control, status, slug) => {
    const w = await placed(world);
    await w.fake.control(control);
    w.clock.whileAsleep(() => w.drive());
    const answer = await w.checkout({ headers: { prefer: 'wait=10' } });
    expect(answer).toMatchObject(problem(status, slug ?? ''));
    expect(answer.body).toMatchObject({ orderId: '1001', attemptId: w.runOf().ref.attemptId });
    if (status === 503) expect(answer.headers['Retry-After']).toMatch(/^[1-9]\d*$/);
  });

  test('"pending", never "failed", when his payment was given up without proof', async () => {
    const w = await placed(world, { syncWaitSeconds: 28 });
    w.clock.whileAsleep(() => giveUp(w));
    const answer = await w.checkout({ headers: { prefer: 'wait=28' } });
    expect(answer).toMatchObject({ status: 202, body: { status: 'PaymentPending' } });
  });
});

describe('a run that died', () => {
  test('before it sent anything is replaced while its caller waits', async () => {
    const w = await placed(world);
    expect(await w.checkout({ headers: { prefer: 'wait=10' } })).toMatchObject({ status: 202 });
    expect(w.started.map(({ resumes }) => resumes)).toEqual([0, 1]);
  });

  test('after it sent something is replaced only for a caller who comes back', async () => {
    const w = await placed(world);
    await w.fake.control({ mode: 'reset' });
    w.clock.whileAsleep(() => w.chargeOnce());
    expect(await w.checkout({ headers: { prefer: 'wait=10' } })).toMatchObject({ status: 202 });
    expect(w.started).toHaveLength(1);
    await w.checkout();
    expect(w.started).toHaveLength(2);
  });
});

describe('the same key', () => {
  test('after success is answered the same again', async () => {
    const w = await placed(world);
    w.clock.whileAsleep(() => w.chargeOnce());
    const first = await w.checkout({ headers: { prefer: 'wait=10' } });
    const again = await w.checkout({ headers: { prefer: 'wait=10' } });
    expect(again).toEqual({ ...first, headers: { ...first.headers, ...REPLAYED } });
    expect(w.started).toHaveLength(1);
  });

  test('after a decline is answered the same again; a new key tries again', async () => {
    const w = await placed(world);
    await w.checkout({ card: 'tok_declined' });
    await w.chargeOnce();
    const first = await w.checkout({ card: 'tok_declined' });
    expect(first).toMatchObject({ ...problem(402, 'declined'), headers: REPLAYED });
    expect(first.body.declineReason).toBe('insufficient_funds');
    expect(attempts(w)).toBe(1);
    expect(await w.checkout({ key: 'key-2' })).toMatchObject({ status: 202 });
    expect(attempts(w)).toBe(2);
  });

  test.each<[string, (w: World) => Promise<unknown>]>([
    ['proved not charged', (w) => w.fake.control({ mode: 'error', status: 503 }).then(() => w.drive())],
    ['given up', (w) => giveUp(w)],
  ])('after an attempt that was %s starts a new one, with a new provider key', async (_end, end) => {
    const w = await placed(world);
    await w.checkout();
    await end(w);
    const before = await w.attempt();
    expect(await w.checkout()).toMatchObject({ status: 202 });
    expect(attempts(w)).toBe(2);
    const after = await w.attempt();
    expect(after.attemptId).not.toBe(before.attemptId);
    expect(after.providerKey).not.toBe(before.providerKey);
  });

  test.each([422, 409] as const)('with another body is refused with %i, and nothing changes', async (status) => {
    const w = await placed(world, { keyMismatchStatus: status });
    const { body } = await w.checkout();
    expect(await w.checkout({ card: 'tok_other' })).toMatchObject(problem(status, 'key-reused'));
    await w.chargeOnce();
    expect(await w.checkout({ card: 'tok_other' })).toMatchObject(problem(status, 'key-reused'));
    expect(await w.checkout()).toMatchObject({ status: 200, body: { attemptId: body.attemptId } });
  });

  test('that led to an abandoned attempt and then to a decline answers 200 when the first turns out charged', async () => {
    const w = await placed(world);
    await w.checkout();
    const first = w.runOf();
    await giveUp(w, CHARGED_UNSEEN);
    await w.fake.control({ mode: 'decline' });
    await w.checkout();
    await w.chargeOnce();
    expect(await w.checkout()).toMatchObject(problem(402, 'declined'));
    await w.fake.control({ mode: 'normal' });
    expect(await w.reconcileOnce(first.ref)).toEqual(settled('Succeeded'));
    expect(await w.checkout()).toMatchObject({
      status: 200,
      headers: REPLAYED,
      body: { status: 'Paid', attemptId: first.ref.attemptId, providerPaymentId: 'ch_000001' },
    });
  });

  test('expires after 48 h by the clock, while its record is still there', async () => {
    const w = await placed(world);
    await w.checkout({ card: 'tok_declined' });
    await w.chargeOnce();
    w.clock.pass(48 * 3_600 - 1);
    expect(await w.checkout({ card: 'tok_declined' })).toMatchObject(problem(402, 'declined'));
    expect(await w.checkout({ card: 'tok_other' })).toMatchObject(problem(422, 'key-reused'));
    w.clock.pass(1);
    expect(await w.checkout({ card: 'tok_other' })).toMatchObject({ status: 202 });
    expect(attempts(w)).toBe(2);
  });
});

test('a key that has expired joins an open payment like a new one', async () => {
  const w = await placed(world);
  await w.checkout({ card: 'tok_declined' });
  await w.chargeOnce();
  w.clock.pass(48 * 3_600);
  const open = await w.checkout({ key: 'key-2' });
  expect(await w.checkout()).toMatchObject({ status: 202, body: { attemptId: open.body.attemptId } });
});

test('an order that another key paid is paid, whatever the card', async () => {
  const w = await placed(world);
  await w.checkout();
  await w.chargeOnce();
  const answer = await w.checkout({ key: 'key-2', card: 'tok_other' });
  expect(answer).toMatchObject({ status: 200, body: { status: 'Paid', attemptId: w.runOf().ref.attemptId } });
  expect(answer.headers).not.toHaveProperty('Idempotent-Replayed');
});
