// Settings that cannot stand together (design section 7): a sentence that names the two numbers, or a valid deployment.

import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { parseSettings } from '#core/settings/parse-settings.ts';
import type { Settings } from '#core/settings/settings.ts';

function problems(given: unknown): readonly string[] {
  const parsed = parseSettings(given);
  return parsed.kind === 'invalid' ? parsed.problems : [];
}

// 7 + 900 + 0 + 30 = 937; 1800 + 60 = 1860; 172,800 s are 48 h.
test.each<[string, object, object, string[]]>([
  [
    'a cap below its base',
    { backoffBaseSeconds: 10, backoffCapSeconds: 9 },
    { backoffBaseSeconds: 10, backoffCapSeconds: 10 },
    ['backoffCapSeconds (9)', 'backoffBaseSeconds (10)'],
  ],
  [
    'a schedule that EventBridge does not have',
    { reconcileIntervalSeconds: 90 },
    { reconcileIntervalSeconds: 120 },
    ['reconcileIntervalSeconds (90)', '60'],
  ],
  [
    'looking again before the lookup can know more',
    { recheckSeconds: 60, provider: { lookupLagSeconds: 61 } },
    { recheckSeconds: 60, provider: { lookupLagSeconds: 60 } },
    ['recheckSeconds (60)', 'provider.lookupLagSeconds (61)'],
  ],
  [
    'abandoning what may still be in flight',
    { abandonAfterSeconds: 937 },
    { abandonAfterSeconds: 938 },
    ['abandonAfterSeconds (937)', 'more than 937', '(7)', '(900)', '(0)', '(30)'],
  ],
  [
    'abandoning what the lookup cannot show yet',
    { abandonAfterSeconds: 997, provider: { lookupLagSeconds: 60 } },
    { abandonAfterSeconds: 998, provider: { lookupLagSeconds: 60 } },
    ['abandonAfterSeconds (997)', 'more than 997', '(60)'],
  ],
  [
    'sending when the provider has forgotten the key',
    { provider: { keyRetentionSeconds: 1_860 } },
    { provider: { keyRetentionSeconds: 1_861 } },
    ['provider.keyRetentionSeconds (1860)', 'more than 1860', '(1800)', '(60)'],
  ],
  [
    'forgetting the client key while its payment is open',
    { idempotencyTtlHours: 48, abandonAfterSeconds: 172_740, provider: { keyRetentionSeconds: 200_000 } },
    { idempotencyTtlHours: 48, abandonAfterSeconds: 172_739, provider: { keyRetentionSeconds: 200_000 } },
    ['idempotencyTtlHours (48, 172800 s)', '(172740)', '(60)'],
  ],
  [
    'a card token in clear over a network, outside dev',
    { provider: { baseUrl: 'http://pay.example' } },
    { provider: { baseUrl: 'http://pay.example' }, stage: 'dev' },
    ['provider.baseUrl (http://pay.example)', 'stage "prod"'],
  ],
  [
    'a refusal that means something else',
    { provider: { refusalStatuses: [503, 409] } },
    { provider: { refusalStatuses: [503, 408] } },
    ['provider.refusalStatuses (503, 409)', 'may not hold 409'],
  ],
  [
    'replaying by a key that does not exist',
    { provider: { supportsIdempotencyKeys: false } },
    { provider: { supportsIdempotencyKeys: false, replaysFirstResult: false } },
    ['provider.supportsIdempotencyKeys (false)', 'provider.replaysFirstResult (true)'],
  ],
])('%s is a contradiction', (_name, wrong, right, named) => {
  const [sentence, ...more] = problems(wrong);
  expect(more).toEqual([]);
  for (const part of named) expect(sentence).toContain(part);
  expect(problems(right)).toEqual([]);
});

it('every contradiction is named', () => {
  expect(problems({ recheckSeconds: 1, abandonAfterSeconds: 1, provider: { lookupLagSeconds: 5 } })).toHaveLength(2);
});

const seconds = fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 86_400 }));
const anySettings = fc.record({
  attemptTimeoutSeconds: fc.integer({ min: 1, max: 25 }),
  clockSkewSeconds: fc.integer({ min: 0, max: 300 }),
  backoffBaseSeconds: fc.integer({ min: 1, max: 40 }),
  backoffCapSeconds: fc.integer({ min: 1, max: 3_600 }),
  chargeDeadlineSeconds: fc.integer({ min: 1, max: 2_700 }),
  reconcileIntervalSeconds: fc.oneof(
    fc.integer({ min: 1, max: 60 }).map((n) => n * 60),
    fc.integer({ min: 60, max: 600 }),
  ),
  recheckSeconds: seconds,
  abandonAfterSeconds: fc.integer({ min: 1, max: 400_000 }),
  idempotencyTtlHours: fc.integer({ min: 24, max: 72 }),
  provider: fc.record({
    keyRetentionSeconds: fc.integer({ min: 1, max: 1_000_000 }),
    maxProcessingSeconds: fc.integer({ min: 0, max: 2_000 }),
    lookupLagSeconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
    supportsIdempotencyKeys: fc.boolean(),
    replaysFirstResult: fc.boolean(),
  }),
});

type Given = Pick<Settings, keyof (typeof anySettings extends fc.Arbitrary<infer T> ? Omit<T, 'provider'> : never)> & {
  provider: Pick<Settings['provider'], 'keyRetentionSeconds' | 'maxProcessingSeconds' | 'lookupLagSeconds'> &
    Pick<Settings['provider'], 'supportsIdempotencyKeys' | 'replaysFirstResult'>;
};

/** Section 7, said once more. */
const standsTogether = ({ provider, ...s }: Given): boolean =>
  s.backoffBaseSeconds <= s.backoffCapSeconds &&
  s.reconcileIntervalSeconds % 60 === 0 &&
  s.recheckSeconds >= provider.lookupLagSeconds &&
  s.abandonAfterSeconds >
    s.attemptTimeoutSeconds + 4 + provider.maxProcessingSeconds + provider.lookupLagSeconds + s.clockSkewSeconds &&
  s.abandonAfterSeconds + s.chargeDeadlineSeconds < provider.keyRetentionSeconds &&
  s.idempotencyTtlHours * 3_600 > s.chargeDeadlineSeconds + s.abandonAfterSeconds &&
  (provider.supportsIdempotencyKeys || !provider.replaysFirstResult);

it('settings are valid exactly when every rule of section 7 holds', () => {
  let taken = 0;
  fc.assert(
    fc.property(anySettings, (given) => {
      const parsed = parseSettings(given);
      expect(parsed.kind === 'valid').toBe(standsTogether(given));
      if (parsed.kind === 'valid') taken++;
    }),
    { numRuns: 2_000, seed: 7 },
  );
  expect(taken).toBeGreaterThan(50);
});
