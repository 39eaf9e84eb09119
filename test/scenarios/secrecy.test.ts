// What nobody may read: after payments of every end, no card token is in clear in anything that is kept or answered.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from '../harness/http-call.ts';
import { startWorld, type World } from '../harness/world.ts';

let folder: string;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paid-once-secrecy-'));
  world = await startWorld({ db: join(folder, 'tables.db'), warm: 5 });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** In every token, and in nothing else. */
const MARK = 'c4rdS3cr3tT0k3n0fTh3Cust0m3r';
/** As it looks inside base64, wherever it begins there. */
const ENCODED = ['', 'x', 'xx'].map((before) =>
  Buffer.from(before + MARK)
    .toString('base64')
    .slice(4, -4),
);
const holdsToken = (text: string): boolean => [MARK, ...ENCODED].some((clear) => text.includes(clear));

const filesOf = async (path: string): Promise<string> => {
  const names = await readdir(path);
  return (await Promise.all(names.map((name) => readFile(join(path, name), 'latin1')))).join('');
};

test('no card token in clear: not in logs, executions, tables, the database file or any answer', async () => {
  const answers: Answer[] = [];
  const [paid, declined, open, failed, garbage] = await Promise.all(Array.from({ length: 5 }, () => world.placed()));
  if (!paid || !declined || !open || !failed || !garbage) throw new Error('five orders were placed');
  await declined.provider({ mode: 'decline' });
  await open.provider({ mode: 'error', status: 302 });
  await failed.provider({ mode: 'error', status: 403 });
  await garbage.provider({ mode: 'garbage' });
  for (const story of [paid, declined, open, failed, garbage])
    answers.push(await story.checkout({ key: 'k1', card: `tok_${MARK}`, prefer: 'wait=3' }));
  expect(answers.map(({ status }) => status)).toEqual([200, 402, 202, 502, 200]);
  expect((await open.stored(String(answers[2]?.body.attemptId))).sealKey).toBeDefined();

  answers.push(await open.checkout({ key: 'k2', card: `tok_other_${MARK}` }));
  answers.push(await paid.checkout({ key: 'k1', card: `tok_other_${MARK}` }));
  for (const body of [{ cardToken: `tok ${MARK}` }, { cardToken: 'tok', other: MARK }, `{"cardToken": "tok_${MARK}`])
    answers.push(await world.api.send('POST', `/orders/${paid.orderId}/checkout`, request(body)));
  answers.push(await world.api.createOrder({ amount: `tok_${MARK}`, currency: 'TRY' }));
  answers.push(await world.api.createOrder({ amount: '1.00', currency: `tok_${MARK}` }));
  expect(answers.slice(5).map(({ status }) => status)).toEqual([409, 422, 400, 400, 400, 400, 400]);
  for (const { orderId } of [paid, declined, open, failed, garbage]) answers.push(await world.api.getOrder(orderId));

  const names = (await world.api.executions()).map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(5);
  const executions = await Promise.all(names.map((name) => world.api.execution(name)));
  const places = {
    log: world.log.join('\n'),
    executions: JSON.stringify(executions),
    tables: JSON.stringify(await world.tables.scan()),
    database: await filesOf(folder),
    answers: answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n'),
  };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(500);
    expect(holdsToken(text), place).toBe(false);
  }
  for (const place of [places.log, places.executions, places.tables, places.answers])
    expect(place).not.toMatch(/Bearer|sk_|secret/i);
});

test('the search itself finds a token, in clear and in base64', () => {
  for (const before of ['', 'tok_', 'tok_a']) {
    expect(holdsToken(`{"source":"${before}${MARK}"}`)).toBe(true);
    expect(holdsToken(Buffer.from(`{"source":"${before}${MARK}"}`).toString('base64'))).toBe(true);
  }
});

test('once an attempt has ended, its key is gone: the history alone cannot give the card back', async () => {
  const story = await world.placed();
  const { body } = await story.checkout({ card: `tok_${MARK}` });
  expect(await story.stored(String(body.attemptId))).not.toHaveProperty('sealKey');
  const { input } = await story.execution(String(body.attemptId));
  expect(String(input.sealedToken).length).toBeGreaterThan(MARK.length);
});

const request = (body: unknown): RequestInit => ({
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k3' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
