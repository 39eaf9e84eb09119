// What one history is made of: a provider's contract, callers, what the provider does, what goes wrong with us, and a seed for
// everything that just happens.

import fc from 'fast-check';
import { FAULT_KINDS, type Fault } from './faults.ts';
import { LOOKUP_KINDS, type LookupBehaviour, SEND_KINDS, type SendBehaviour } from './provider.ts';

/** By name: settings that differ from the defaults. */
export const CONTRACTS = {
  'keeps its keys': {},
  'a 503 proves nothing': { provider: { refusalStatuses: [] } },
  'lags behind in lookups': { recheckSeconds: 120, provider: { lookupLagSeconds: 120 } },
  'does not replay first results': { provider: { replaysFirstResult: false } },
  'forgets charges that it answered with errors': {
    provider: { replaysFirstResult: false, keepsChargesAnsweredWithErrors: false },
  },
  'takes no keys': { provider: { supportsIdempotencyKeys: false, replaysFirstResult: false } },
  'charges later than it promised': {},
  'forgets its keys soon': { abandonAfterSeconds: 1_800, provider: { keyRetentionSeconds: 1_900 } },
  'is nervously watched': {
    clockSkewSeconds: 2,
    retryBudgetMinimum: 1,
    breakerMinimumThroughput: 2,
    breakerFailureRatio: 0.5,
    breakerCooldownSeconds: 5,
    breakerProbes: 1,
  },
} as const;

export type ContractName = keyof typeof CONTRACTS;

/** Money moves so many times later than maxProcessingSeconds allows: a charge can turn up when its attempt was given up. */
export const lateness = (contract: ContractName): number => (contract === 'charges later than it promised' ? 10 : 1);

export interface Call {
  /** Seconds after the beginning. */
  readonly at: number;
  readonly tenant: 0 | 1;
  readonly key: 'k1' | 'k2' | 'k3';
  readonly card: 0 | 1;
  /** How long it waits; null: it does not say. */
  readonly wait: number | null;
  /** Told 202 or nothing, it asks again with the same key, so often and after so many seconds. */
  readonly again: { readonly times: number; readonly after: number };
}

export interface Plan {
  readonly contract: ContractName;
  readonly seed: number;
  readonly calls: readonly Call[];
  readonly sends: readonly SendBehaviour[];
  readonly lookups: readonly LookupBehaviour[];
  readonly faults: readonly Fault[];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The schedule fires at full minutes, and takes seconds if it is delayed. */
const aroundALook = fc
  .record({ minutes: fc.integer({ min: 30, max: 36 }), ms: fc.integer({ min: -3_000, max: 6_000 }) })
  .map(({ minutes, ms }) => minutes * MINUTE + ms / 1_000);

/** Before and after our own keys expire. */
const muchLater = fc.constantFrom(5 * HOUR, 47 * HOUR, 49 * HOUR, 75 * HOUR);

const anyCall: fc.Arbitrary<Call> = fc.record({
  at: fc.oneof(fc.constantFrom(0, 0, 0.02, 0.2, 3), fc.nat(120), fc.nat(60 * MINUTE), aroundALook, muchLater),
  tenant: fc.constantFrom(0, 0, 0, 0, 0, 1),
  key: fc.constantFrom('k1', 'k1', 'k1', 'k2', 'k3'),
  card: fc.constantFrom(0, 0, 0, 1),
  wait: fc.constantFrom(null, 0, 2),
  again: fc.record({ times: fc.constantFrom(0, 0, 1, 2, 3), after: fc.constantFrom(0, 1, 5, 30, 65, 600, 1_900) }),
});

/** The provider charges within maxProcessingSeconds (900) of a byte's leaving. */
const anySeconds = fc.oneof(fc.constantFrom(1, 2, 4, 8, 30, 70), fc.integer({ min: 1, max: 890 }));

const anySend: fc.Arbitrary<SendBehaviour> = fc.record({
  kind: fc.oneof(fc.constantFrom(...SEND_KINDS), fc.constantFrom(...SEND_KINDS), fc.constant('error' as const)),
  seconds: anySeconds,
  status: fc.constantFrom(500, 502, 503, 504, 408, 429, 400, 401, 403, 404, 422, 302),
  retryAfter: fc.constantFrom(null, null, '0', '2', '45', 'soon'),
});

/** What may have charged, by the table of design section 5; 503 as well, unless the contract calls it a refusal. */
const DOUBTFUL: ReadonlySet<number> = new Set([500, 502, 504, 408, 302]);

/** A provider that charges and answers with a refusal lies: no contract allows it. */
function honest(does: SendBehaviour, contract: ContractName): SendBehaviour {
  if (does.kind !== 'charged error' || DOUBTFUL.has(does.status)) return does;
  return { ...does, status: contract === 'a 503 proves nothing' ? 503 : 502 };
}

/** A send that may charge at any moment, and one that ends the attempt if it is believed. */
const inDoubt = anySend.map(
  (does): SendBehaviour => ({ ...does, kind: does.seconds % 2 === 0 ? 'late' : 'arrives late' }),
);
const verdict = fc
  .tuple(anySend, fc.constantFrom('decline', 'decline', 'error', 'normal'))
  .map(([does, kind]): SendBehaviour => ({ ...does, kind }));

const anyLookup: fc.Arbitrary<LookupBehaviour> = fc.constantFrom(...LOOKUP_KINDS);

const anyFault: fc.Arbitrary<Fault> = fc.record({
  from: fc.oneof(fc.nat(25), fc.nat(120)),
  kind: fc.constantFrom(...FAULT_KINDS),
});

/** A provider whose lists are always short, or cannot be had for hours. */
const ALWAYS = (['page by page', 'fails'] as const).map((does) => Array.from({ length: 40 }, () => does));

const freePlan: fc.Arbitrary<Plan> = fc
  .record({
    contract: fc.constantFrom(...(Object.keys(CONTRACTS) as ContractName[])),
    seed: fc.nat(),
    calls: fc.array(anyCall, { minLength: 1, maxLength: 5 }),
    sends: fc.oneof(
      { arbitrary: fc.array(anySend, { maxLength: 6 }), weight: 3 },
      { arbitrary: fc.tuple(inDoubt, verdict), weight: 1 },
      // An outage: the same, again and again.
      { arbitrary: anySend.map((does) => Array.from({ length: 8 }, () => does)), weight: 1 },
    ),
    // A dozen looks pass before an attempt is given up.
    lookups: fc.oneof(
      { arbitrary: fc.array(anyLookup, { maxLength: 12 }), weight: 4 },
      { arbitrary: fc.constantFrom(...ALWAYS), weight: 1 },
    ),
    faults: fc.array(anyFault, { maxLength: 5 }),
  })
  .map((plan) => ({ ...plan, sends: plan.sends.map((does) => honest(does, plan.contract)) }));

const LOST: SendBehaviour = { kind: 'lost request', seconds: 0, status: 500, retryAfter: null };
const call = (at: number, key: Call['key'] = 'k1'): Call => ({
  at,
  tenant: 0,
  key,
  card: 0,
  wait: 0,
  again: { times: 0, after: 1 },
});

/**
 * The narrowest place, met too rarely by chance: the customer comes back while the attempt is being given up. All sends of
 * the first run are lost; the one of the second arrives when the attempt is over, and so does the customer, once more.
 */
const givenUp: fc.Arbitrary<Plan> = fc
  .record({
    seed: fc.nat(),
    minute: fc.integer({ min: 31, max: 33 }),
    ms: fc.integer({ min: -4_000, max: 4_000 }),
    arrives: fc.integer({ min: 20, max: 800 }),
    faults: fc.array(
      fc.record({
        from: fc.integer({ min: 24, max: 60 }),
        kind: fc.constantFrom('delayed before', 'delayed after', 'throttled', 'answer lost'),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ seed, minute, ms, arrives, faults }) => ({
    contract: 'keeps its keys',
    seed,
    calls: [call(0), call(minute * MINUTE + ms / 1_000), call(minute * MINUTE + 70)],
    sends: [LOST, LOST, LOST, LOST, { ...LOST, kind: 'arrives late', seconds: arrives }],
    lookups: [],
    faults,
  }));

const waits = (at: number): Call => ({ ...call(at, 'k2'), wait: null });

/**
 * Another: what was given up was charged after all, and that comes to light, six hours later, while the customer's second
 * try is on its way. The schedule looks again within these minutes.
 */
const foundLate: fc.Arbitrary<Plan> = fc
  .record({
    seed: fc.nat(),
    minute: fc.integer({ min: 391, max: 395 }),
    ms: fc.integer({ min: -7_000, max: 1_000 }),
    moves: fc.integer({ min: 250, max: 800 }),
    second: fc.constantFrom<SendBehaviour['kind']>(
      'lost request',
      'lost decline',
      'lost decline',
      'lost reply',
      'slow',
    ),
    // Also while the second try has not begun to send.
    faults: fc.oneof(fc.array(anyFault, { maxLength: 2 }), fc.constant([{ from: 30, kind: 'starts late' } as const])),
  })
  .map(({ seed, minute, ms, moves, second, faults }) => ({
    contract: 'charges later than it promised',
    seed,
    calls: [call(0), waits(minute * MINUTE + ms / 1_000), waits(minute * MINUTE + 30), waits(10 * HOUR)],
    sends: [LOST, LOST, LOST, { ...LOST, kind: 'late', seconds: moves }, { ...LOST, kind: second, seconds: 2 }],
    lookups: [],
    faults,
  }));

/** A third: a decline that is listed beside the charge of an earlier request, on pages of their own. */
const listedTwice: fc.Arbitrary<Plan> = fc
  .record({
    seed: fc.nat(),
    arrives: fc.integer({ min: 2, max: 800 }),
    second: fc.constantFrom<SendBehaviour['kind']>('decline', 'lost decline'),
    looks: fc.constantFrom<LookupBehaviour>('page by page', 'page by page', 'breaks off'),
    faults: fc.array(anyFault, { maxLength: 2 }),
  })
  .map(({ seed, arrives, second, looks, faults }) => ({
    contract: 'does not replay first results',
    seed,
    calls: [call(0), { ...call(70, 'k2'), again: { times: 3, after: 900 } }],
    sends: [
      { ...LOST, kind: 'arrives late', seconds: arrives },
      { ...LOST, kind: second },
    ],
    lookups: Array.from({ length: 40 }, () => looks),
    faults,
  }));

/** A fourth: the customer comes back while a run still works, and it is not seen: now there are two. */
const twoRuns: fc.Arbitrary<Plan> = fc
  .record({
    contract: fc.constantFrom(...(Object.keys(CONTRACTS) as ContractName[])),
    seed: fc.nat(),
    does: anySend,
    after: fc.integer({ min: 5, max: 20 }),
    faults: fc.array(anyFault, { maxLength: 2 }),
  })
  .map(({ contract, seed, does, after, faults }) => ({
    contract,
    seed,
    calls: [{ ...call(0), again: { times: 3, after } }],
    sends: Array.from({ length: 8 }, () => honest(does, contract)),
    lookups: [],
    faults: [{ from: 0, kind: 'run not seen' } as const, ...faults],
  }));

export const anyPlan: fc.Arbitrary<Plan> = fc.oneof(
  { arbitrary: freePlan, weight: 6 },
  { arbitrary: givenUp, weight: 1 },
  { arbitrary: foundLate, weight: 1 },
  { arbitrary: listedTwice, weight: 1 },
  { arbitrary: twoRuns, weight: 1 },
);

/** The plans of a seed, without a search. */
export const plans = (seed: number, runs: number): readonly Plan[] => fc.sample(anyPlan, { seed, numRuns: runs });
