// What the due index nominates: only what someone must look at again, oldest first, page by page, whatever else lies there.

import { describe, expect, test } from 'vitest';
import { createDueIndex } from '#adapters/dynamodb/due-index.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { ALL_DUE_SHARDS, dueShardOf } from '#core/due.ts';
import { attemptIdFrom } from '#core/ids/attempt-id.ts';
import type { DueAttempt } from '#core/ports/due-index.ts';
import { attemptAddress, orderAddress } from '#core/records/address.ts';
import { toSeconds } from '#core/time/instant.ts';
import { closeNegatively } from '#core/writes/close-negatively.ts';
import { endVigil, moveDue } from '#core/writes/move-due.ts';
import { stand, token } from '../../contract/stored.ts';
import { A, at, attempt, B, C, ended, ORDER_ID, refOf, sent, TENANT, waitingFor } from '../../core/examples.ts';
import { database } from './engine.ts';

const db = database();

async function fresh() {
  const tables = await db.freshTables();
  const store = createPaymentStore(db.client, tables);
  const index = createDueIndex(db.client, tables);
  const all = async (shard: string, seconds: number) => {
    const items: DueAttempt[] = [];
    let pages = 0;
    let cursor: unknown;
    do {
      const page = await index.due(shard, toSeconds(at(seconds)), cursor);
      items.push(...page.items);
      pages += 1;
      cursor = page.cursor;
    } while (cursor !== undefined);
    return { items, pages };
  };
  return { store, all };
}

const place = (id: typeof A) => attemptAddress(refOf(id));
/** Abandoned, and looked up again. */
const watched = (attemptId: typeof A) => ({
  ...ended('Abandoned', { attemptId }),
  dueShard: '3',
  nextCheckAt: toSeconds(at(9)),
});
const names = ({ items }: { items: readonly DueAttempt[] }) => items.map(({ ref }) => ref?.attemptId);

describe('the index', () => {
  test('names an attempt from its look on, with what the back-off needs', async () => {
    const { store, all } = await fresh();
    await stand(store, [place(A), sent(1, [1], { checks: 3 })]);
    expect(names(await all('3', 119))).toEqual([]);
    expect(names(await all('2', 120))).toEqual([]);
    expect((await all('3', 120)).items).toEqual([
      { at: place(A), ref: refOf(A), nextCheckAt: toSeconds(at(120)), status: 'Open', checks: 3 },
    ]);
  });

  test('is sparse: orders and ended attempts are not in it, abandoned ones under watch are', async () => {
    const { store, all } = await fresh();
    await stand(
      store,
      [orderAddress(TENANT, ORDER_ID), waitingFor(A)],
      [place(A), ended('Succeeded')],
      [place(B), ended('Declined', { attemptId: B })],
      [place(C), watched(C)],
    );
    expect((await all('3', 999)).items).toMatchObject([{ ref: refOf(C), status: 'Abandoned' }]);
  });

  test('forgets an attempt with its close, and an abandoned one with the end of its vigil', async () => {
    const { store, all } = await fresh();
    await stand(
      store,
      [orderAddress(TENANT, ORDER_ID), waitingFor(A)],
      [place(A), sent(1, [1])],
      [place(B), watched(B)],
    );
    expect(names(await all('3', 999))).toEqual([B, A]);
    const close = { ref: refOf(A), status: 'Failed', sends: 1, evidence: { source: 'reply' }, now: at(1) } as const;
    await store.write(closeNegatively({ ...close, token: token() }, 'waitsForThis'));
    expect(names(await all('3', 999))).toEqual([B]);
    await store.write(endVigil(refOf(B), token()));
    expect(names(await all('3', 999))).toEqual([]);
  });

  test('shows a look that was moved where it was moved to', async () => {
    const { store, all } = await fresh();
    await stand(store, [place(A), sent(1, [1])]);
    await store.write(moveDue(place(A), toSeconds(at(120)), toSeconds(at(300)), token()));
    expect(names(await all('3', 299))).toEqual([]);
    expect((await all('3', 300)).items).toMatchObject([{ nextCheckAt: toSeconds(at(300)), checks: 1 }]);
  });

  test('has each attempt in one of all shards', async () => {
    const { store, all } = await fresh();
    const ids = Array.from({ length: 60 }, (_, n) =>
      attemptIdFrom(`019b8e0f-4c00-7000-8000-${String(n).padStart(12, '0')}`),
    );
    for (const attemptId of ids)
      await stand(store, [place(attemptId), attempt({ attemptId, dueShard: dueShardOf(attemptId) })]);
    const shards = await Promise.all(ALL_DUE_SHARDS.map((shard) => all(shard, 120)));
    expect(shards.flatMap(names).sort()).toEqual(ids);
    // 60 attempts and 8 shards: a shard that stays empty would mean that the shards are not used.
    expect(shards.every(({ items }) => items.length > 0)).toBe(true);
  });

  test('is read to its last page, oldest first', async () => {
    const { store, all } = await fresh();
    // A page is 1 MB; an entry here is some 2 kB, for its long key.
    const long = 'x'.repeat(1_900);
    const entries = Array.from({ length: 700 }, (_, n) => n);
    for (let i = 0; i < entries.length; i += 50)
      await stand(
        store,
        ...entries.slice(i, i + 50).map((n) => {
          const address = { table: 'payments', pk: `${long}${n}`, sk: 'x' } as const;
          return [address, { dueShard: '0', nextCheckAt: toSeconds(at(700 - n)) }] as const;
        }),
      );
    const { items, pages } = await all('0', 700);
    expect(pages).toBeGreaterThan(1);
    expect(items.map(({ nextCheckAt }) => nextCheckAt)).toEqual(entries.map((n) => toSeconds(at(n + 1))));
  });
});

describe('an item that is no attempt of ours', () => {
  test.each([
    ['of another kind', 'REVIEW#EW7Y4GRDSP', 'x#undecided'],
    ['with an attempt id that is none', 'ORDER#EW7Y4GRDSP#1001', 'ATTEMPT#nonsense'],
    ['with an order id that is none', 'ORDER#EW7Y4GRDSP#%20', `ATTEMPT#${B}`],
    ['with a tenant id that is none', 'ORDER#tenant#1001', `ATTEMPT#${B}`],
    ['with a key that cannot be decoded', 'ORDER#EW7Y4GRDSP#%', `ATTEMPT#${B}`],
  ])('%s is named without a reference, beside the others', async (_what, pk, sk) => {
    const { store, all } = await fresh();
    const poison = { table: 'payments', pk, sk } as const;
    await stand(store, [poison, { dueShard: '3', nextCheckAt: toSeconds(at(1)) }], [place(A), attempt()]);
    expect((await all('3', 120)).items).toMatchObject([
      { at: poison, ref: null, nextCheckAt: toSeconds(at(1)), checks: 0 },
      { ref: refOf(A) },
    ]);
  });
});
