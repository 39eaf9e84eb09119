// What a function reads from its deployment, and how it fails when something is missing.

import { afterEach, expect, test, vi } from 'vitest';
import { readPaymentsTable, readSettings, readTables, variable } from '#adapters/lambda/environment.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';

afterEach(() => void vi.unstubAllEnvs());

test('names and settings come as the template set them', () => {
  vi.stubEnv('SETTINGS', JSON.stringify(DEFAULT_SETTINGS));
  vi.stubEnv('PAYMENTS_TABLE', 'Payments-1');
  vi.stubEnv('IDEMPOTENCY_TABLE', 'Idempotency-1');
  expect(readSettings()).toEqual(DEFAULT_SETTINGS);
  expect(readTables()).toEqual({ payments: 'Payments-1', idempotency: 'Idempotency-1' });
  expect(readPaymentsTable()).toEqual({ payments: 'Payments-1' });
});

test('a function that has no business with client keys needs no name of their table', () => {
  vi.stubEnv('PAYMENTS_TABLE', 'Payments-1');
  vi.stubEnv('IDEMPOTENCY_TABLE', undefined);
  expect(readPaymentsTable()).toEqual({ payments: 'Payments-1' });
  expect(() => readTables()).toThrow('IDEMPOTENCY_TABLE');
});

test.each([undefined, ''])('a variable that is %o is named', (value) => {
  vi.stubEnv('PROVIDER_SECRET_ARN', value);
  expect(() => variable('PROVIDER_SECRET_ARN')).toThrow('the environment variable PROVIDER_SECRET_ARN is not set');
  expect(() => variable('PROVIDER_SECRET_ARN')).toThrow(expect.objectContaining({ name: 'MissingEnvironment' }));
});
