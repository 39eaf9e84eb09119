// Which checkouts are refused before anything is written, and for which of their faults.

import { describe, expect, test } from 'vitest';
import { placed } from './stories.ts';
import { OTHER_TENANT, problem, worlds } from './world.ts';

const world = worlds();

describe('what is wrong is said in this order, and writes nothing', () => {
  const wrongs: [string, object, ReturnType<typeof problem>][] = [
    ['nobody signed it', { tenant: null }, problem(401, 'unauthenticated')],
    ['it is no JSON', { headers: { 'content-type': 'text/plain' } }, problem(415, 'media-type-unsupported')],
    ['it is too large', { body: `{"cardToken":"${'x'.repeat(20_000)}"}` }, problem(413, 'body-too-large')],
    ['it has no key', { key: null }, problem(400, 'key-missing')],
    ['its body is wrong', { body: { cardToken: 1 } }, problem(400, 'body-invalid')],
    ['there is no such order', { order: '9999' }, problem(404, 'order-not-found')],
  ];

  test.each(wrongs.map(([why, asked, answer], i) => [why, asked, answer, i] as const))(
    '%s',
    async (_why, asked, answer, i) => {
      const w = await placed(world);
      expect(await w.checkout(asked)).toMatchObject(answer);
      // With everything wrong that comes later, the first wrong is the one that is named.
      const later = wrongs.slice(i + 1).filter(([, other]) => !('body' in other) || !('body' in asked));
      const all = Object.assign({}, ...later.map(([, other]) => other), asked);
      expect(await w.checkout(all)).toMatchObject(answer);
      expect(w.started).toEqual([]);
      expect(await w.order()).toMatchObject({ status: 'Placed' });
    },
  );

  test('another tenant’s order is not there', async () => {
    const w = await placed(world);
    expect(await w.checkout({ tenant: OTHER_TENANT })).toMatchObject(problem(404, 'order-not-found'));
  });
});
