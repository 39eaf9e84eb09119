// Plans for the narrow places that chance alone meets too rarely.

import fc from 'fast-check';
import { anyContract, anyFault, anySend, HOUR, honest, MINUTE } from './free-plans.ts';
import type { Call, Plan } from './plan.ts';
import type { SendBehaviour } from './provider.ts';
import type { LookupBehaviour } from './provider-lists.ts';

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
 * The narrowest place: the customer comes back while the attempt is being given up. All sends of
 * the first run are lost; the one of the second arrives when the attempt is over, and so does the customer, once more.
 */
export const givenUp: fc.Arbitrary<Plan> = fc
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
 * What was given up was charged after all, and that comes to light, six hours later, while the customer's second
 * try is on its way. The schedule looks again within these minutes.
 */
export const foundLate: fc.Arbitrary<Plan> = fc
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

/** A decline that is listed beside the charge of an earlier request, on pages of their own. */
export const listedTwice: fc.Arbitrary<Plan> = fc
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

/** The customer comes back while a run still works, and it is not seen: now there are two. */
export const twoRuns: fc.Arbitrary<Plan> = fc
  .record({
    contract: anyContract,
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
