// Plans made of anything that can happen, in any number and order.

import fc from 'fast-check';
import { FAULT_KINDS, type Fault } from './faults.ts';
import { type Call, CONTRACTS, type ContractName, type Plan } from './plan.ts';
import { SEND_KINDS, type SendBehaviour } from './provider.ts';
import { LOOKUP_KINDS, type LookupBehaviour } from './provider-lists.ts';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;

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

export const anySend: fc.Arbitrary<SendBehaviour> = fc.record({
  kind: fc.oneof(fc.constantFrom(...SEND_KINDS), fc.constantFrom(...SEND_KINDS), fc.constant('error' as const)),
  seconds: anySeconds,
  status: fc.constantFrom(500, 502, 503, 504, 408, 429, 400, 401, 403, 404, 422, 302),
  retryAfter: fc.constantFrom(null, null, '0', '2', '45', 'soon'),
});

/** What may have charged, by the table of design section 5; 503 as well, unless the contract calls it a refusal. */
const DOUBTFUL: ReadonlySet<number> = new Set([500, 502, 504, 408, 302]);

/** A provider that charges and answers with a refusal lies: no contract allows it. */
export function honest(does: SendBehaviour, contract: ContractName): SendBehaviour {
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

export const anyContract = fc.constantFrom(...(Object.keys(CONTRACTS) as ContractName[]));

export const anyFault: fc.Arbitrary<Fault> = fc.record({
  from: fc.oneof(fc.nat(25), fc.nat(120)),
  kind: fc.constantFrom(...FAULT_KINDS),
});

/** A provider whose lists are always short, or cannot be had for hours. */
const ALWAYS = (['page by page', 'fails'] as const).map((does) => Array.from({ length: 40 }, () => does));

export const freePlan: fc.Arbitrary<Plan> = fc
  .record({
    contract: anyContract,
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
