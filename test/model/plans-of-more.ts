// The worlds with two or three attempts of one order: who comes back, with which key and card, and which charge comes late.

import { OTHER_BODY, OTHER_CARD, PLAIN, type Plan, SAME, SAME_THRICE, THREE } from './plan.ts';

export const WITH_MORE_ATTEMPTS = {
  timing: {
    about: 'functions, requests, processing and lookup lag take ticks',
    size: [2, 1, 1, 1, 1],
    customers: SAME,
    ticks: { functionMax: 2, network: 1, maxProcessing: 2, lookupLag: 1, abandonAfter: 6 },
    behaviour: PLAIN,
  },
  falseMiss: {
    about: 'one lookup may miss a charge that is there',
    size: [2, 2, 1, 1, 2],
    customers: SAME,
    ticks: { maxProcessing: 2, abandonAfter: 3 },
    behaviour: { ...PLAIN, falseMiss: true },
  },
  resent: {
    about: 'one lookup may miss a charge; the attempt is sent again long after it was not found',
    size: [2, 2, 2, 1, 1],
    customers: SAME_THRICE,
    behaviour: { ...PLAIN, falseMiss: true },
  },
  cards: {
    about: 'two attempts, the second by another card or by the same key again',
    size: [2, 2, 1, 2, 1],
    customers: OTHER_CARD,
  },
  withheld: {
    about: 'the breaker may be open, and a claim may come too late to send',
    size: [2, 2, 1, 1, 1],
    customers: SAME,
    over: { withheld: true },
  },
  stale: {
    about: 'a close reads how the order stands, and writes later; charges may come late',
    size: [2, 1, 1, 2, 1],
    customers: OTHER_CARD,
    behaviour: { ...PLAIN, inTime: false },
    over: { staleCloses: true },
  },
  torn: {
    about: 'a checkout reads the order first and its key later',
    size: [2, 1, 1, 2, 1],
    customers: OTHER_BODY,
    behaviour: { chargedErrors: false, errors: false, refuses: false },
    over: { tornReads: true },
  },
  person: {
    about: 'a person decides, slowly, while customers come back',
    size: [2, 2, 2, 1, 1],
    customers: SAME_THRICE,
    behaviour: PLAIN,
    over: { person: true, reviews: true },
  },
  noKeys: {
    about: 'the provider takes no idempotency keys',
    size: [2, 2, 2, 1, 1],
    customers: SAME_THRICE,
    contract: { keys: false, replays: false, keepsErrors: false },
  },
  keys: {
    about: 'three customers bring the same client key, with the same and with other bodies',
    size: [3, 1, 1, 2, 1],
    customers: OTHER_BODY,
    behaviour: { chargedErrors: false, errors: false },
  },
  late: {
    about: 'the provider may charge at any time, however late; a lookup may miss it',
    size: [2, 2, 1, 2, 1],
    customers: OTHER_CARD,
    behaviour: { inTime: false, errors: false, falseMiss: true },
  },
  keysLie: {
    about: 'the provider promises keys and does not honour them: only the evidence can be put right',
    size: [2, 2, 1, 2, 1],
    customers: OTHER_CARD,
    behaviour: { keys: false, honest: false, inTime: false, chargedErrors: false, errors: false },
  },
  lateResume: {
    about: 'late charges, and a resumed run of the second attempt',
    size: [2, 2, 2, 2, 1],
    customers: [[[1, 1]], [[2, 2]], [[2, 2]]],
    behaviour: { ...PLAIN, inTime: false },
  },
  late3: {
    about: 'late charges, three attempts of one send each',
    size: [3, 1, 1, 2, 1],
    customers: THREE,
    behaviour: { inTime: false, errors: false, refuses: false },
  },
  ttl: {
    about: 'client keys expire',
    size: [2, 1, 1, 2, 1],
    customers: THREE,
    ticks: { clientKeyTtl: 4 },
    behaviour: { chargedErrors: false, errors: false },
  },
} as const satisfies Readonly<Record<string, Plan>>;
