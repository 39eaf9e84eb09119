// One state of the modelled world, as numbers from 0 to 255. Ages are in ticks; references to attempts count from 1.

export interface OrderState {
  status: number;
  open: number;
  paid: number;
}

/** What the tables hold of an attempt. */
export interface StoredAttempt {
  status: number;
  card: number;
  resumes: number;
  sends: number;
  /** Mask of send numbers. */
  doubtful: number;
  held: number;
  readings: number;
  /** Which of the provider's charges the attempt succeeded by. */
  payment: number;
  sinceStart: number;
  sinceSend: number;
  sinceFirst: number;
  /** 0: never; else the age plus 1. */
  sinceCheck: number;
}

export interface RunState {
  pc: number;
  fence: number;
  /** The send it claimed. */
  send: number;
  /** How many other sends were doubtful when it was claimed. */
  others: number;
  age: number;
  standing: number;
}

export interface LookState {
  pc: number;
  /** `sends` as read before the lookup. */
  sends: number;
  /** `sinceCheck` as read. */
  checked: number;
  /** What core makes of each answer, decided on the read: a lookup adds nothing to it but the answer. */
  ifMissing: number;
  ifDeclined: number;
  undecided: number;
  age: number;
  standing: number;
}

export interface SendState {
  is: number;
  age: number;
}

export interface ProviderState {
  key: number;
  keyAge: number;
  charges: number;
  chargeAge: number;
  declined: number;
  /** 1: a lookup has missed a charge in this tick; 2: no more misses. */
  missed: number;
  forgot: number;
}

export interface AttemptState extends StoredAttempt {
  /** Mask of the charges that we were told of. */
  known: number;
  refundDue: number;
  undecided: number;
  runs: RunState[];
  looks: LookState[];
  sendings: SendState[];
  /** Somebody with proof of a charge, who has read the order's standing. */
  evidence: { charge: number; standing: number };
  person: { verdict: number; sends: number };
  provider: ProviderState;
}

export interface StoredKey {
  attempt: number;
  card: number;
  age: number;
  /** Mask of the attempts in `earlierAttemptIds`. */
  earlier: number;
}

export interface KeyState extends StoredKey {
  /** Mask of all attempts that it ever led to. */
  lineage: number;
  /** The attempt was open at some time since the key led to it. */
  wasOpen: number;
  told: number;
}

export interface CheckoutState {
  pc: number;
  key: number;
  card: number;
  attempt: number;
  /** The ended attempt that the key was seen to lead to, and those that will be remembered as earlier ones. */
  seen: number;
  earlier: number;
  fence: number;
  orderStatus: number;
  orderOpen: number;
  orderPaid: number;
}

export interface State {
  order: OrderState;
  attempts: AttemptState[];
  keys: KeyState[];
  checkouts: CheckoutState[];
}

/** How many there are of each at the most. */
export interface Bounds {
  readonly attempts: number;
  readonly sends: number;
  /** Runs of an attempt. */
  readonly runs: number;
  readonly keys: number;
  readonly checkouts: number;
  readonly looks: number;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** An attempt that nothing has happened to. */
export const UNTOUCHED: StoredAttempt = {
  status: 0,
  card: 0,
  resumes: 0,
  sends: 0,
  doubtful: 0,
  held: 0,
  readings: 0,
  payment: 0,
  sinceStart: 0,
  sinceSend: 0,
  sinceFirst: 0,
  sinceCheck: 0,
};

export const nothingYet = (bounds: Bounds): State => ({
  order: { status: 0, open: 0, paid: 0 },
  attempts: times(bounds.attempts, () => ({
    ...UNTOUCHED,
    known: 0,
    refundDue: 0,
    undecided: 0,
    runs: times(bounds.runs, () => ({ pc: 0, fence: 0, send: 0, others: 0, age: 0, standing: 0 })),
    looks: times(bounds.looks, () => ({
      pc: 0,
      sends: 0,
      checked: 0,
      ifMissing: 0,
      ifDeclined: 0,
      undecided: 0,
      age: 0,
      standing: 0,
    })),
    sendings: times(bounds.sends, () => ({ is: 0, age: 0 })),
    evidence: { charge: 0, standing: 0 },
    person: { verdict: 0, sends: 0 },
    provider: { key: 0, keyAge: 0, charges: 0, chargeAge: 0, declined: 0, missed: 0, forgot: 0 },
  })),
  keys: times(bounds.keys, () => ({ attempt: 0, card: 0, age: 0, earlier: 0, lineage: 0, wasOpen: 0, told: 0 })),
  checkouts: times(bounds.checkouts, () => ({
    pc: 0,
    key: 0,
    card: 0,
    attempt: 0,
    seen: 0,
    earlier: 0,
    fence: 0,
    orderStatus: 0,
    orderOpen: 0,
    orderPaid: 0,
  })),
});
