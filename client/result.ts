// What a payment comes to for its caller. Nothing is thrown for it: not to know is an outcome too.

/** A problem document (RFC 9457); `type` is `about:blank` when the answer had none. */
export interface Problem {
  readonly type: string;
  readonly status: number;
  readonly title?: string;
  readonly detail?: string;
}

export interface Paid {
  readonly kind: 'paid';
  readonly orderId: string;
  readonly attemptId?: string;
  readonly providerPaymentId?: string;
}

/** Proved: the card was not charged, and this card will not be. */
export interface Declined {
  readonly kind: 'declined';
  readonly declineReason: string;
  readonly attemptId?: string;
}

/** Proved: nothing was charged. The same key may try again. */
export interface NotCharged {
  readonly kind: 'notCharged';
  readonly problem?: Problem;
}

/** This request was refused, and no earlier one under its key is in doubt. */
export interface Refused {
  readonly kind: 'refused';
  readonly problem: Problem;
  /** The caller's code is wrong (a key with two bodies, an unreadable request): to be mended, not to be tried again. */
  readonly bug: boolean;
}

/** May have been charged: never to be shown as failed, never to be tried with another key. */
export type Unknown =
  | { readonly kind: 'unknown'; readonly because: 'deadline' | 'aborted' }
  /** The attempt was given up without a proof; somebody who pays again uses the same key. */
  | { readonly kind: 'unknown'; readonly because: 'abandoned' }
  /** Only looked, and the order shows no attempt of this key: the same key with the same card can tell. */
  | { readonly kind: 'unknown'; readonly because: 'noTrace' }
  /** The last request was refused, and what an earlier one came to is not known. */
  | { readonly kind: 'unknown'; readonly because: 'refused'; readonly problem: Problem; readonly bug: boolean };

export type PaymentResult = Paid | Declined | NotCharged | Refused | Unknown;
