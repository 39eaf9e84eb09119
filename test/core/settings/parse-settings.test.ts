// Which settings are read, and how a wrong one is named (design section 7).

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseSettings } from '#core/settings/parse-settings.ts';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';

function problems(given: unknown): readonly string[] {
  const parsed = parseSettings(given);
  return parsed.kind === 'invalid' ? parsed.problems : [];
}

function valid(given: unknown) {
  const parsed = parseSettings(given);
  if (parsed.kind === 'invalid') throw new Error(parsed.problems.join(' '));
  return parsed.settings;
}

describe('given names override, the rest keep their defaults', () => {
  it('at the top', () => expect(valid({ maxSends: 2 })).toEqual({ ...DEFAULT_SETTINGS, maxSends: 2 }));

  it('and within provider', () => {
    const provider = { ...DEFAULT_SETTINGS.provider, lookupLagSeconds: 5 };
    expect(valid({ provider: { lookupLagSeconds: 5 } })).toEqual({ ...DEFAULT_SETTINGS, provider });
  });
});

describe('the base URL', () => {
  test.each([
    ['https://pay.example', 'https://pay.example'],
    ['https://pay.example/', 'https://pay.example'],
    ['https://pay.example/api//', 'https://pay.example/api'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
  ])('%s is kept as %s', (baseUrl, kept) => expect(valid({ provider: { baseUrl } }).provider.baseUrl).toBe(kept));

  test.each([
    ['no URL', 'pay.example'],
    ['another scheme', 'ftp://pay.example'],
    ['no host', 'https://'],
    ['a port that is none', 'https://pay.example:99999'],
    ['a query', 'https://pay.example/?a=b'],
    ['a fragment', 'https://pay.example/#a'],
    ['a user', 'https://user@pay.example'],
    ['a password', 'https://user:secret@pay.example'],
    ['a number', 1],
    ['nothing', null],
  ])('%s is refused', (_name, baseUrl) => {
    expect(problems({ provider: { baseUrl } })[0]).toMatch(/^The setting provider\.baseUrl /);
  });
});

describe('the bounds of section 7, and those that AWS sets', () => {
  test.each<[string, number, number]>([
    // API Gateway ends a call after 30 s; the checkout must have answered before.
    ['syncWaitSeconds', 0, 28],
    ['idempotencyTtlHours', 24, 72],
    ['recheckSeconds', 1, 86_400],
    ['maxSends', 1, 20],
    ['backoffBaseSeconds', 1, 30],
    ['backoffCapSeconds', 1, 3_600],
    ['retryAfterCapSeconds', 1, 3_600],
    // The history of a run ends at 25,000 events (Step Functions), and a poll costs some.
    ['chargeDeadlineSeconds', 1, 2_700],
    ['attemptTimeoutSeconds', 1, 25],
    ['clockSkewSeconds', 0, 300],
    ['minAgeSeconds', 0, 86_400],
    ['retryBudgetRatio', 0, 1],
    ['breakerFailureRatio', 0, 1],
    ['retryBudgetMinimum', 0, 1_000_000],
    ['breakerProbes', 1, 1_000],
  ])('%s: %d to %d', (name, least, most) => {
    expect(problems({ [name]: least })).toEqual([]);
    expect(problems({ [name]: most })).toEqual([]);
    expect(problems({ [name]: least - 1 })[0]).toMatch(name);
    expect(problems({ [name]: most + 1 })[0]).toMatch(name);
  });

  test.each([0, 30, 59, 61, 90, 119])(
    'reconcileIntervalSeconds: not %d (EventBridge’s finest step is a minute)',
    (s) => {
      expect(problems({ reconcileIntervalSeconds: s })[0]).toMatch('reconcileIntervalSeconds');
    },
  );
  test.each([60, 120, 3_600])('reconcileIntervalSeconds: %d', (s) => {
    expect(problems({ reconcileIntervalSeconds: s })).toEqual([]);
  });

  test.each([422, 409])('keyMismatchStatus: %d', (s) =>
    expect(valid({ keyMismatchStatus: s }).keyMismatchStatus).toBe(s),
  );
  test.each([400, 404, '422'])('keyMismatchStatus: not %j', (status) => {
    expect(problems({ keyMismatchStatus: status })[0]).toMatch('keyMismatchStatus');
  });

  test.each([[[503]], [[]], [[429, 503, 599, 400]]])('refusalStatuses: %j', (refusalStatuses) => {
    expect(problems({ provider: { refusalStatuses } })).toEqual([]);
  });
  test.each([[503], [[200]], [[302]], [[600]], [['503']], [[503.5]]])('refusalStatuses: not %j', (refusalStatuses) => {
    expect(problems({ provider: { refusalStatuses } })[0]).toMatch('refusalStatuses');
  });
});

describe('what is no setting', () => {
  test.each([null, undefined, 1, 'x', true, [], [{}]])('%j', (given) => {
    expect(problems(given)).toEqual(['The settings must be a JSON object.']);
  });

  test.each([null, 1, 'http', []])('provider: %j', (provider) => {
    expect(problems({ provider })).toEqual(['The setting provider must be a JSON object.']);
  });

  test.each([
    [{ maxSend: 3 }, 'There is no setting maxSend.'],
    [{ provider: { url: 'https://pay.example' } }, 'There is no setting provider.url.'],
    [JSON.parse('{"__proto__": 1}'), 'There is no setting __proto__.'],
    [{ maxSends: '4' }, 'The setting maxSends ("4") must be a number.'],
    [{ maxSends: 1.5 }, 'The setting maxSends (1.5) must be a whole number.'],
    [{ retryBudgetRatio: 'x' }, 'The setting retryBudgetRatio ("x") must be a number.'],
    [{ stage: 'Prod' }, 'The setting stage ("Prod") must be 1 to 16 of a-z, 0-9 and "-".'],
    [{ stage: null }, 'The setting stage (null) must be a name.'],
    [{ provider: { adapter: 'smtp' } }, 'The setting provider.adapter ("smtp") must be "http" or "stripe".'],
    [
      { provider: { supportsIdempotencyKeys: 'no' } },
      'The setting provider.supportsIdempotencyKeys ("no") must be true or false.',
    ],
  ])('%j', (given, sentence) => expect(problems(given)).toEqual([sentence]));

  it('every wrong one is named', () =>
    expect(problems({ maxSends: 0, stage: '', syncWaitSeconds: 29 })).toHaveLength(3));
});

it('any JSON value is answered, and what is taken reads back the same', () => {
  const names = fc.constantFrom(...Object.keys(DEFAULT_SETTINGS), ...Object.keys(DEFAULT_SETTINGS.provider));
  const anySettings = fc.dictionary(names, fc.oneof(fc.nat(100_000), fc.jsonValue()));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anySettings), (given) => {
      const parsed = parseSettings(given);
      if (parsed.kind === 'valid') expect(parseSettings(parsed.settings)).toEqual(parsed);
      else expect(parsed.problems.length).toBeGreaterThan(0);
    }),
  );
});
