// A provider's health on the engine: what a write shows, what a process remembers, and how short its patience is.

import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHealthStore } from '#adapters/dynamodb/health-store.ts';
import { countSend } from '#core/writes/count-send.ts';
import { leaveAlone } from '#core/writes/leave-alone.ts';
import { at, NOW } from '../../core/examples.ts';
import { bucket, KEPT } from '../../core/health/examples.ts';
import { clientAt, database } from './engine.ts';

const db = database();
const about = { provider: 'http', now: NOW, token: 'token' };
const COUNTER = `s${bucket(0)}`;

async function store() {
  let ms = 0;
  const health = createHealthStore(db.client, await db.freshTables(), { now: () => ms });
  return Object.assign(health, {
    pass: (milliseconds: number) => {
      ms += milliseconds;
    },
  });
}

test('before anything was written nothing is remembered', async () => {
  expect((await store()).last()).toBeNull();
});

test('a count shows the whole window', async () => {
  const health = await store();
  await health.write(countSend(about, 'first'));
  const second = await health.write(countSend({ ...about, token: 'second' }, 'first'));
  expect(second).toMatchObject({ written: true, health: { [COUNTER]: 2, expiresAt: KEPT } });
});

test('a refused count shows what stands against it, and counts nothing', async () => {
  const health = await store();
  await health.write(leaveAlone(about, at(5)));
  const refused = await health.write(countSend({ ...about, token: 'refused' }, 'first'));
  expect(refused).toMatchObject({ written: false, health: { notBefore: at(5) } });
  expect(refused.health).not.toHaveProperty(COUNTER);
});

test('what was seen last is remembered with its age', async () => {
  const health = await store();
  await health.write(countSend(about, 'first'));
  health.pass(700);
  expect(health.last()).toMatchObject({ ageMs: 700, health: { [COUNTER]: 1 } });
});

test('many processes at once lose no count', async () => {
  const tables = await db.freshTables();
  const many = Array.from({ length: 20 }, () => createHealthStore(db.client, tables));
  await Promise.all(many.map((health, i) => health.write(countSend({ ...about, token: `${i}` }, 'repeat'))));
  const last = await many[0]?.write(countSend({ ...about, token: 'last' }, 'first'));
  expect(last?.health).toMatchObject({ [`r${bucket(0)}`]: 20 });
});

let silent: Server | undefined;
afterEach(() => silent?.close());

test('a table that does not answer is not waited for', async () => {
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent?.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const client = clientAt(`http://127.0.0.1:${port}`);
  const tables = { payments: 'Payments', idempotency: 'Idempotency' };
  const health = createHealthStore(client, tables, { patienceMs: 20 });
  await expect(health.write(countSend(about, 'first'))).rejects.toThrow(
    expect.objectContaining({ name: 'HealthUnavailable' }),
  );
  client.destroy();
});
