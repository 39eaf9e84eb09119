// A key's outcome does not depend on who is asked: a process that has answered it before, or one that has just begun.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld } from '../harness/world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paid-once-cold-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const CARDS = { paid: 'tok_visa', declined: 'tok_declined' };

test('a replay from a cold function is, byte for byte, the replay from a warm one', async () => {
  const db = join(folder, 'tables.db');
  const asked = async (world: Awaited<ReturnType<typeof startWorld>>, orderId: string, card: string) => {
    const { status, text, headers } = await world.api.checkout(orderId, { card, key: 'k1' });
    const { date, ...told } = Object.fromEntries(headers);
    return { status, text, told };
  };

  const warm = await startWorld({ db });
  const before = new Map<string, unknown>();
  try {
    for (const [end, card] of Object.entries(CARDS)) {
      const { orderId } = await warm.placed();
      const first = await asked(warm, orderId, card);
      const replay = await asked(warm, orderId, card);
      expect(replay).toMatchObject({ status: first.status, text: first.text });
      expect(replay.told).toMatchObject({ 'idempotent-replayed': 'true' });
      before.set(`${orderId} ${end}`, replay);
    }
  } finally {
    await warm.close();
  }

  const cold = await startWorld({ db });
  try {
    for (const [name, replay] of before) {
      const [orderId = '', end] = name.split(' ');
      expect(await asked(cold, orderId, CARDS[end as keyof typeof CARDS])).toEqual(replay);
    }
  } finally {
    await cold.close();
  }
});
