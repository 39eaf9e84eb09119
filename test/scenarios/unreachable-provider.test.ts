// A provider that nobody can reach: what was never sent was never charged, and that is known without asking anybody.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#local/dynamodb/free-port.ts';
import { startProvider } from '#local/provider/server.ts';
import { providerClient } from '../harness/provider-client.ts';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
let port: number;
beforeAll(async () => {
  port = await freePort();
  world = await startWorld({ providerUrl: `http://127.0.0.1:${port}` });
});
afterAll(() => world.close());

test('a charge that could not be sent is known as not charged, without a lookup, and the same key pays later', async () => {
  const story = await world.placed();
  const refused = await story.checkout({ key: 'k1' });
  const attemptId = String(refused.body.attemptId);

  expect(refused.status).toBe(503);
  expect(refused.body.type).toBe('urn:paid-once:provider-unavailable');
  expect(refused.headers.get('Content-Type')).toBe('application/problem+json');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await story.order()).toMatchObject({ status: 'Placed', attempts: [{ attemptId, status: 'Failed' }] });
  expect(await story.states(attemptId)).toEqual([
    ...[
      'Charge',
      'ChargeOutcome',
      'BackOff',
      'RetryCharge',
      'ChargeOutcome',
      'BackOff',
      'RetryCharge',
      'ChargeOutcome',
    ],
    'NotCharged',
  ]);
  const stored = await story.stored(attemptId);
  expect(stored).toMatchObject({ sends: 3 });
  expect(stored).not.toHaveProperty('lastCheckedAt');
  expect(await story.reviews()).toEqual([]);

  const provider = await startProvider({ port });
  const paid = await story.checkout({ key: 'k1' });
  expect(paid.status).toBe(200);
  expect(paid.body.attemptId).not.toBe(attemptId);
  const charges = await providerClient(provider.url).charges();
  expect(charges).toHaveLength(1);
  expect(charges[0]?.idempotencyKey).not.toBe(stored.providerKey);
  await provider.close();
});
