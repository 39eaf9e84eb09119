// The words of the model as small numbers: a state is kept as bytes. 0 is always "none yet".

import type { AttemptStatus, NegativeStatus } from '#core/records/attempt.ts';
import type { OrderStatus } from '#core/records/order.ts';

export const ORDER_STATUSES: readonly OrderStatus[] = ['Placed', 'PaymentPending', 'Paid'];
export const ORDER = { Placed: 0, PaymentPending: 1, Paid: 2 } as const satisfies Record<OrderStatus, number>;

/** 0: there is no such attempt. */
export const ATTEMPT_STATUSES: readonly (AttemptStatus | null)[] = [
  null,
  'Open',
  'Succeeded',
  'Declined',
  'Failed',
  'Abandoned',
];
export const ATTEMPT = {
  Absent: 0,
  Open: 1,
  Succeeded: 2,
  Declined: 3,
  Failed: 4,
  Abandoned: 5,
} as const satisfies Record<AttemptStatus | 'Absent', number>;
export type NegativeWord = (typeof ATTEMPT)[NegativeStatus];

/** Where a run stands. From `Send` to `CloseFailed` a function is at work; `Claim` is the wait before it. */
export const RUN = {
  Absent: 0,
  Claim: 1,
  Send: 2,
  Await: 3,
  ClearThenClaim: 4,
  ClearThenEnd: 5,
  CloseSucceeded: 6,
  CloseDeclined: 7,
  CloseFailed: 8,
  Ended: 9,
} as const;

/** A send, from its claim to the end of all effect. From `Approved` on it is a reply under way. */
export const SEND = {
  Unclaimed: 0,
  Claimed: 1,
  OnWire: 2,
  Processing: 3,
  Approved: 4,
  Declined: 5,
  Refused: 6,
  Unavailable: 7,
  ServerError: 8,
  InProgress: 9,
  Gone: 10,
} as const;

/** A reconcile: what its read, and then its lookup, left it to do. */
export const LOOK = {
  Idle: 0,
  Asking: 1,
  CloseFailed: 2,
  CloseSucceeded: 3,
  CloseDeclined: 4,
  Abandon: 5,
  CountReading: 6,
  StillUnknown: 7,
} as const;

export const CHECKOUT = { Unborn: 0, Read: 1, ReadKey: 2, Accept: 3, Join: 4, Resume: 5, Start: 6, Over: 7 } as const;

/** What the provider has stored under an attempt's key. */
export const STORED = { Nothing: 0, Processing: 1, Approved: 2, Declined: 3, Error: 4 } as const;

export const VERDICT = { None: 0, Charged: 1, NotCharged: 2 } as const;

/** Final answers that callers of a key were given, as a mask. */
export const TOLD = { Paid: 1, Declined: 2 } as const;

export const bit = (n: number): number => 1 << (n - 1);
export const membersOf = (mask: number): number[] => [1, 2, 3, 4, 5, 6].filter((n) => mask & bit(n));
export const letter = (i: number): string => 'ABC'[i] ?? '?';
