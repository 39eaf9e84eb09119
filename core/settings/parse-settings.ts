// Which settings may stand together: reads what was given, fills in defaults, names every contradiction in a sentence.

import * as v from 'valibot';
import { authSchema, corsOriginsSchema } from './access-schema.ts';
import { inFlightSeconds } from './in-flight.ts';
import { PROVIDER_DEFAULTS } from './provider-defaults.ts';
import { chargeFunctionTimeoutSeconds, DEFAULT_SETTINGS, type Settings } from './settings.ts';

export type ParsedSettings =
  | { readonly kind: 'valid'; readonly settings: Settings }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const whole = (min: number, max: number) =>
  v.pipe(
    v.number('must be a number'),
    v.integer('must be a whole number'),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
const ratio = v.pipe(
  v.number('must be a number'),
  v.minValue(0, 'must be at least 0'),
  v.maxValue(1, 'must be at most 1'),
);
const flag = v.boolean('must be true or false');
const YEAR = 31_536_000;
const HOUR = 3_600;

const providerSchema = v.strictObject({
  adapter: v.picklist(['http', 'stripe'], 'must be "http" or "stripe"'),
  baseUrl: v.pipe(
    v.string('must be a URL'),
    v.url('must be a URL'),
    v.regex(/^https?:\/\//, 'must begin with http:// or https://'),
    v.regex(/^[^?#]*$/, 'must have no query and no fragment'),
    v.regex(/^[a-z]+:\/\/[^/@]*(\/|$)/, 'must hold no user name or password'),
    v.transform((url) => url.replace(/\/+$/, '')),
  ),
  keyRetentionSeconds: whole(1, YEAR),
  maxProcessingSeconds: whole(0, YEAR),
  lookupLagSeconds: whole(0, YEAR),
  supportsIdempotencyKeys: flag,
  replaysFirstResult: flag,
  keepsChargesAnsweredWithErrors: flag,
  refusalStatuses: v.array(whole(400, 599), 'must be a list of HTTP statuses'),
});

const settingsSchema = v.strictObject({
  stage: v.pipe(v.string('must be a name'), v.regex(/^[a-z][a-z0-9-]{0,15}$/, 'must be 1 to 16 of a-z, 0-9 and "-"')),
  attemptTimeoutSeconds: whole(1, 25),
  clockSkewSeconds: whole(0, 300),
  maxSends: whole(1, 20),
  backoffBaseSeconds: whole(1, HOUR),
  backoffCapSeconds: whole(1, HOUR),
  retryAfterCapSeconds: whole(1, HOUR),
  // Each 409 poll costs 9 events of the run's history, which ends at 25,000.
  chargeDeadlineSeconds: whole(1, 2_700),
  syncWaitSeconds: whole(0, 28),
  reconcileIntervalSeconds: whole(60, 24 * HOUR),
  minAgeSeconds: whole(0, 24 * HOUR),
  recheckSeconds: whole(1, 24 * HOUR),
  abandonAfterSeconds: whole(1, YEAR),
  idempotencyTtlHours: whole(24, 72),
  keyMismatchStatus: v.picklist([422, 409], 'must be 422 or 409'),
  auth: authSchema,
  corsOrigins: corsOriginsSchema,
  chargeReservedConcurrency: whole(0, 10_000),
  retryBudgetRatio: ratio,
  retryBudgetWindowSeconds: whole(10, HOUR),
  retryBudgetMinimum: whole(0, 1_000_000),
  breakerFailureRatio: ratio,
  breakerMinimumThroughput: whole(1, 1_000_000),
  breakerWindowSeconds: whole(10, HOUR),
  breakerCooldownSeconds: whole(1, HOUR),
  breakerProbes: whole(1, 1_000),
  provider: providerSchema,
});

type Rule = (s: Settings) => string | false;

/** Each rule answers the sentence that says what contradicts what, or false. */
const CONTRADICTIONS: readonly Rule[] = [
  (s) =>
    s.backoffCapSeconds < s.backoffBaseSeconds &&
    `backoffCapSeconds (${s.backoffCapSeconds}) is less than backoffBaseSeconds (${s.backoffBaseSeconds}): raise the cap.`,
  (s) =>
    s.reconcileIntervalSeconds % 60 !== 0 &&
    `reconcileIntervalSeconds (${s.reconcileIntervalSeconds}) is not a multiple of 60, the finest step of EventBridge Scheduler.`,
  (s) =>
    s.recheckSeconds < s.provider.lookupLagSeconds &&
    `recheckSeconds (${s.recheckSeconds}) is less than provider.lookupLagSeconds (${s.provider.lookupLagSeconds}): the second look could miss what the first one missed.`,
  (s) => {
    const least = inFlightSeconds(s) + s.provider.lookupLagSeconds;
    return (
      s.abandonAfterSeconds <= least &&
      `abandonAfterSeconds (${s.abandonAfterSeconds}) must be more than ${least}, the charge function's timeout (${chargeFunctionTimeoutSeconds(s)}) + provider.maxProcessingSeconds (${s.provider.maxProcessingSeconds}) + provider.lookupLagSeconds (${s.provider.lookupLagSeconds}) + clockSkewSeconds (${s.clockSkewSeconds}): before that a charge may still be in flight.`
    );
  },
  (s) => {
    const most = s.abandonAfterSeconds + s.chargeDeadlineSeconds;
    return (
      most >= s.provider.keyRetentionSeconds &&
      `provider.keyRetentionSeconds (${s.provider.keyRetentionSeconds}) must be more than ${most}, abandonAfterSeconds (${s.abandonAfterSeconds}) + chargeDeadlineSeconds (${s.chargeDeadlineSeconds}): after it the same key would be a new charge.`
    );
  },
  (s) => {
    const most = s.abandonAfterSeconds + s.chargeDeadlineSeconds;
    return (
      s.idempotencyTtlHours * HOUR <= most &&
      `idempotencyTtlHours (${s.idempotencyTtlHours}, ${s.idempotencyTtlHours * HOUR} s) must be longer than ${most} s, abandonAfterSeconds (${s.abandonAfterSeconds}) + chargeDeadlineSeconds (${s.chargeDeadlineSeconds}): the key would expire while its payment is open.`
    );
  },
  (s) =>
    s.provider.baseUrl.startsWith('http://') &&
    !LOOPBACK.test(s.provider.baseUrl) &&
    s.stage !== 'dev' &&
    `provider.baseUrl (${s.provider.baseUrl}) sends the card token and our secret in clear, which only stage "dev" may, not stage "${s.stage}": use https.`,
  (s) => {
    const fixed = s.provider.refusalStatuses.filter((status) => NEVER_REFUSALS.includes(status));
    return (
      fixed.length > 0 &&
      `provider.refusalStatuses (${s.provider.refusalStatuses.join(', ')}) may not hold ${fixed.join(', ')}: ${NEVER_REFUSALS.join(', ')} have a meaning of their own.`
    );
  },
  (s) =>
    !s.provider.supportsIdempotencyKeys &&
    s.provider.replaysFirstResult &&
    'provider.supportsIdempotencyKeys (false) and provider.replaysFirstResult (true) contradict each other: without a key there is nothing to replay by.',
];

/** Their meaning is fixed: credentials, decline, in progress, other body. */
const NEVER_REFUSALS = [401, 402, 409, 422];

const LOOPBACK = /^http:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:|\/|$)/;

/** Reads settings as given by a person (any JSON value): given names override, the rest keep their defaults. */
export function parseSettings(given: unknown): ParsedSettings {
  if (!isPlainObject(given)) return invalid('The settings must be a JSON object.');
  const { provider = {}, ...rest } = given;
  if (!isPlainObject(provider)) return invalid('The setting provider must be a JSON object.');
  const own = isAdapter(provider.adapter) ? PROVIDER_DEFAULTS[provider.adapter] : {};
  const merged = { ...DEFAULT_SETTINGS, ...rest, provider: { ...DEFAULT_SETTINGS.provider, ...own, ...provider } };
  const parsed = v.safeParse(settingsSchema, merged, { abortPipeEarly: true });
  if (!parsed.success) return invalid(...parsed.issues.map(sentence));
  const contradictions = CONTRADICTIONS.map((rule) => rule(parsed.output)).filter((s) => s !== false);
  if (contradictions.length > 0) return invalid(...contradictions);
  return { kind: 'valid', settings: parsed.output };
}

const isAdapter = (name: unknown): name is keyof typeof PROVIDER_DEFAULTS =>
  typeof name === 'string' && Object.hasOwn(PROVIDER_DEFAULTS, name);

const invalid = (...problems: string[]): ParsedSettings => ({ kind: 'invalid', problems });

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function sentence(issue: v.BaseIssue<unknown>): string {
  const name = v.getDotPath(issue);
  if (issue.type === 'strict_object' && issue.expected === 'never') return `There is no setting ${name}.`;
  if (issue.input === undefined) return `The setting ${name} is missing.`;
  return `The setting ${name} (${JSON.stringify(issue.input)}) ${issue.message}.`;
}
