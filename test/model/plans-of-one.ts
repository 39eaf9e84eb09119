// The worlds with one attempt: what its runs, its reconciles and its provider make of it.

import { ONE, PLAIN, type Plan, SAME, SECOND_KEY, SHORT_RUNS } from './plan.ts';

export const WITH_ONE_ATTEMPT = {
  unstoredErrors: {
    about: 'a charge that is answered with an error is not kept under its key',
    size: [1, 2, 1, 1, 1],
    customers: ONE,
    contract: { replays: false, keepsErrors: false },
  },
  busy: {
    about: 'a 503 is no refusal: it may have charged',
    size: [1, 3, 1, 1, 1],
    customers: ONE,
    contract: { busyIsRefusal: false },
  },
  window: {
    about: 'the provider forgets keys; functions and requests take a tick; a run is resumed late',
    size: [1, 2, 2, 1, 1],
    customers: SAME,
    ticks: { functionMax: 1, network: 1, maxProcessing: 2, abandonAfter: 4, deadline: 1, keyRetention: 6 },
    behaviour: { ...PLAIN, declines: true },
  },
  lookupsFail: {
    about: 'no lookup ever answers (I4)',
    size: [1, 2, 2, 1, 1],
    customers: SAME,
    over: { lookups: 'all fail', evidence: false, reviews: true },
  },
  lookupsWork: {
    about: 'every lookup answers, declines are not replayed (I4)',
    size: [1, 2, 2, 1, 1],
    customers: SAME,
    contract: { replays: false },
    over: { lookups: 'all answer', evidence: false, reviews: true },
  },
  noReplay: {
    about: 'neither errors nor declines are kept under the key',
    size: [1, 3, 2, 1, 1],
    customers: SAME,
    contract: { replays: false },
  },
  small: {
    about: 'one attempt, two runs, two sends, two reconciles at once',
    size: [1, 2, 2, 2, 2],
    customers: SECOND_KEY,
  },
  attempt: {
    about: 'one attempt, two runs, three sends, two reconciles at once',
    size: [1, 3, 2, 2, 2],
    customers: SECOND_KEY,
    ticks: SHORT_RUNS,
  },
} as const satisfies Readonly<Record<string, Plan>>;
