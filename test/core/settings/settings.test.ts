// The table of design section 7: names and defaults.

import { expect, it, test } from 'vitest';
import { inFlightSeconds } from '#core/settings/in-flight.ts';
import { parseSettings } from '#core/settings/parse-settings.ts';
import { chargeFunctionTimeoutSeconds, DEFAULT_SETTINGS } from '#core/settings/settings.ts';

test.each<[keyof typeof DEFAULT_SETTINGS, unknown]>([
  ['attemptTimeoutSeconds', 3],
  ['clockSkewSeconds', 30],
  ['maxSends', 4],
  ['backoffBaseSeconds', 1],
  ['backoffCapSeconds', 30],
  ['retryAfterCapSeconds', 30],
  ['chargeDeadlineSeconds', 60],
  ['syncWaitSeconds', 10],
  ['reconcileIntervalSeconds', 60],
  ['minAgeSeconds', 120],
  ['recheckSeconds', 60],
  ['abandonAfterSeconds', 1800],
  ['idempotencyTtlHours', 48],
  ['keyMismatchStatus', 422],
  ['auth', { kind: 'iam' }],
  ['corsOrigins', []],
  ['retryBudgetRatio', 0.1],
  ['retryBudgetWindowSeconds', 60],
  ['retryBudgetMinimum', 10],
  ['breakerFailureRatio', 0.1],
  ['breakerMinimumThroughput', 100],
  ['breakerWindowSeconds', 30],
  ['breakerCooldownSeconds', 30],
  ['breakerProbes', 3],
])('%s is %j by default', (name, value) => expect(DEFAULT_SETTINGS[name]).toEqual(value));

it('the default provider is the Bookstore’s', () => {
  expect(DEFAULT_SETTINGS.provider).toMatchObject({
    adapter: 'http',
    keyRetentionSeconds: 86_400,
    maxProcessingSeconds: 900,
    lookupLagSeconds: 0,
    supportsIdempotencyKeys: true,
    replaysFirstResult: true,
    keepsChargesAnsweredWithErrors: true,
    refusalStatuses: [503],
  });
});

it('a deployment that names no provider sends to nobody (RFC 2606: .example is reserved)', () => {
  expect(new URL(DEFAULT_SETTINGS.provider.baseUrl).hostname).toMatch(/\.example$/);
});

it('the defaults stand together', () => {
  expect(parseSettings({})).toEqual({ kind: 'valid', settings: DEFAULT_SETTINGS });
});

it('the charge function’s timeout is attemptTimeoutSeconds + 4', () => {
  expect(chargeFunctionTimeoutSeconds({ attemptTimeoutSeconds: 3 })).toBe(7);
  expect(chargeFunctionTimeoutSeconds({ attemptTimeoutSeconds: 25 })).toBe(29);
});

it('a request may be under way for the function’s timeout + maxProcessingSeconds + clock skew (section 3, write 2)', () => {
  expect(inFlightSeconds(DEFAULT_SETTINGS)).toBe(3 + 4 + 900 + 30);
});
