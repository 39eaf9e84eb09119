// What every payment store promises: reads that are never behind, and deciding writes that answer.

import { describe, expect, test } from 'vitest';
import { orderId } from '#core/ids/order-id.ts';
import { tenantId } from '#core/ids/tenant-id.ts';
import type { PaymentStore } from '#core/ports/payment-store.ts';
import { attemptAddress, clientKeyAddress, orderAddress } from '#core/records/address.ts';
import type { ClientKey } from '#core/records/client-key.ts';
import { toSeconds } from '#core/time/instant.ts';
import { claimSend } from '#core/writes/claim-send.ts';
import { raiseReview } from '#core/writes/raise-review.ts';
import { resume } from '#core/writes/resume.ts';
import { A, at, attempt, B, DEFAULTS, NOW, ORDER_ID, placed, refOf, sent, TENANT } from '../core/examples.ts';
import { stand, token, withoutMark } from './stored.ts';
import { attemptWrites } from './writes/attempt-writes.ts';
import { closeWrites } from './writes/close-writes.ts';
import { healthWrites } from './writes/health-writes.ts';
import { orderWrites } from './writes/order-writes.ts';

const scope = { tenantId: TENANT, method: 'POST', route: '/orders', ids: [], key: 'key-1' };
const OTHER_TENANT = tenantId('AAAAAAAAAA');

/** `freshStore`: an empty one for each test. */
export function storeContract(name: string, freshStore: () => Promise<PaymentStore>): void {
  describe(`${name} keeps the store contract`, () => {
    describe('reads', () => {
      test('what is not there is null', async () => {
        const store = await freshStore();
        expect(await store.getOrder(TENANT, ORDER_ID)).toBeNull();
        expect(await store.getAttempt(refOf(A))).toBeNull();
        expect(await store.getClientKey(scope)).toBeNull();
        expect(await store.getOrderWithAttempts(TENANT, ORDER_ID)).toBeNull();
      });

      test('every record comes back as it was written', async () => {
        const store = await freshStore();
        const key: ClientKey = {
          fingerprint: 'f',
          orderId: ORDER_ID,
          expiresAt: toSeconds(at(9)),
          answered: 'created',
        };
        await stand(store, [orderAddress(TENANT, ORDER_ID), placed()]);
        await stand(store, [attemptAddress(refOf(A)), sent(2, [1, 2])]);
        await stand(store, [clientKeyAddress(scope), key]);
        expect(await store.getOrder(TENANT, ORDER_ID)).toMatchObject(placed());
        expect(await store.getAttempt(refOf(A))).toMatchObject(sent(2, [1, 2]));
        expect(await store.getClientKey(scope)).toMatchObject(key);
      });

      test('an expired client key is shown until it is swept: who reads it compares the clock', async () => {
        const store = await freshStore();
        const long = { fingerprint: 'f', orderId: ORDER_ID, expiresAt: toSeconds(at(-86_400 * 365)) };
        await stand(store, [clientKeyAddress(scope), long]);
        expect(await store.getClientKey(scope)).toMatchObject(long);
      });

      test('no tenant, order or key reads another’s', async () => {
        const store = await freshStore();
        await stand(store, [orderAddress(TENANT, ORDER_ID), placed()]);
        await stand(store, [clientKeyAddress(scope), { fingerprint: 'f', orderId: ORDER_ID, expiresAt: 1 }]);
        expect(await store.getOrder(OTHER_TENANT, ORDER_ID)).toBeNull();
        expect(await store.getOrder(TENANT, orderId('1002'))).toBeNull();
        expect(await store.getOrderWithAttempts(OTHER_TENANT, ORDER_ID)).toBeNull();
        expect(await store.getClientKey({ ...scope, tenantId: OTHER_TENANT })).toBeNull();
        expect(await store.getClientKey({ ...scope, key: 'key-2' })).toBeNull();
        expect(await store.getClientKey({ ...scope, ids: ['key-1'] })).toBeNull();
      });

      test('a write is seen by the very next read', async () => {
        const store = await freshStore();
        await stand(store, [attemptAddress(refOf(A)), attempt()]);
        for (let resumes = 1; resumes <= 20; resumes += 1) {
          await store.write(resume(refOf(A), at(5 * resumes), token()));
          expect(await store.getAttempt(refOf(A))).toMatchObject({ resumes });
        }
      });

      test('an order with more attempts than one page holds has them all, oldest first', async () => {
        const store = await freshStore();
        // 30 times 60 kB is more than DynamoDB's page of 1 MB.
        const detail = 'x'.repeat(60_000);
        const ids = Array.from({ length: 30 }, (_, i) => A.replace(/...$/, String(i).padStart(3, '0')) as typeof A);
        await stand(store, [orderAddress(TENANT, ORDER_ID), placed()]);
        for (const attemptId of ids.toReversed())
          await stand(store, [
            attemptAddress(refOf(attemptId)),
            attempt({ attemptId, timeline: [{ at: NOW, what: 'accepted', detail }] }),
          ]);
        const found = await store.getOrderWithAttempts(TENANT, ORDER_ID);
        expect(found?.order).toMatchObject(placed());
        expect(found?.attempts.map(({ attemptId }) => attemptId)).toEqual(ids);
      });

      test('an order without attempts has none, and a review is none', async () => {
        const store = await freshStore();
        await stand(store, [orderAddress(TENANT, ORDER_ID), placed()]);
        await store.write(
          raiseReview(
            {
              ...refOf(A),
              kind: 'undecided',
              status: 'Open',
              reference: attempt().reference,
              evidence: {},
              raisedAt: NOW,
            },
            token(),
          ),
        );
        expect(await store.getOrderWithAttempts(TENANT, ORDER_ID)).toMatchObject({ attempts: [] });
      });
    });

    describe('of writers at the same time one wins', () => {
      test('and the others are shown what it left', async () => {
        const store = await freshStore();
        await stand(store, [attemptAddress(refOf(A)), attempt()]);
        const claim = { ref: refOf(A), resumes: 0, sends: 0, poll: false, now: NOW };
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => store.write(claimSend({ ...claim, token: token() }, DEFAULTS))),
        );
        const [winner, ...others] = answers.filter(({ written }) => written);
        expect(others).toEqual([]);
        const after = winner?.written ? withoutMark(winner.after) : null;
        for (const answer of answers.filter((answer) => !answer.written))
          expect(answer.failed.map(({ index, current }) => [index, withoutMark(current)])).toEqual([[0, after]]);
        expect(await store.getAttempt(refOf(A))).toMatchObject({ sends: 1, doubtful: new Set([1]) });
        expect(await store.getAttempt(refOf(B))).toBeNull();
      });

      test('the same write, sent again, is written once and answers the same', async () => {
        const store = await freshStore();
        await stand(store, [attemptAddress(refOf(A)), attempt()]);
        const claim = claimSend(
          { ref: refOf(A), resumes: 0, sends: 0, poll: false, now: NOW, token: token() },
          DEFAULTS,
        );
        const first = await store.write(claim);
        expect(await store.write(claim)).toEqual(first);
        expect(await store.getAttempt(refOf(A))).toMatchObject({ sends: 1 });
      });
    });

    orderWrites(freshStore);
    attemptWrites(freshStore);
    closeWrites(freshStore);
    healthWrites(freshStore);
  });
}
