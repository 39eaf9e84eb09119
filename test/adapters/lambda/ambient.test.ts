// The process's own time, chance and names.

import { expect, test } from 'vitest';
import { ambient } from '#adapters/lambda/ambient.ts';
import { attemptIdFrom, beganAt, providerKeyFrom } from '#core/ids/attempt-id.ts';

test('a new id is a UUIDv7 of this moment, and no two are the same', () => {
  const before = ambient.now();
  const uuids = Array.from({ length: 1_000 }, () => ambient.uuid());
  expect(new Set(uuids).size).toBe(1_000);
  const began = uuids.map((uuid) => beganAt(attemptIdFrom(uuid)));
  expect(Math.min(...began)).toBeGreaterThanOrEqual(before);
  expect(Math.max(...began)).toBeLessThanOrEqual(ambient.now() + 1);
  expect(() => uuids.map(providerKeyFrom)).not.toThrow();
});

test('bytes are as many as asked for, and chance is below 1', () => {
  expect(ambient.bytes(32)).toHaveLength(32);
  expect(Buffer.from(ambient.bytes(32)).equals(ambient.bytes(32))).toBe(false);
  const chance = ambient.random();
  expect(chance >= 0 && chance < 1).toBe(true);
});
