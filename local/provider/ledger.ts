/** Every charge that was begun, with the moment of each status, so that a lookup can lag behind the money. */
import type { ChargeBody } from './charge-body.ts';

export type ChargeStatus = 'pending' | 'succeeded' | 'failed';

export interface Entry {
  id: string;
  amount: number;
  currency: string;
  merchantReference: string;
  createdAt: string;
  idempotencyKey: string;
  declineCode: string | undefined; // set: the bank says no when it is asked
  history: { status: ChargeStatus; atMs: number }[];
}

export class Ledger {
  readonly #entries: Entry[] = [];
  readonly #byReference = new Map<string, Entry[]>();

  open(body: ChargeBody, idempotencyKey: string, declineCode: string | undefined): Entry {
    const now = new Date();
    const entry: Entry = {
      id: `ch_${String(this.#entries.length + 1).padStart(6, '0')}`,
      amount: body.amount,
      currency: body.currency,
      merchantReference: body.merchant_reference,
      createdAt: now.toISOString(),
      idempotencyKey,
      declineCode,
      history: [{ status: 'pending', atMs: now.getTime() }],
    };
    this.#entries.push(entry);
    const siblings = this.#byReference.get(entry.merchantReference);
    if (siblings) siblings.push(entry);
    else this.#byReference.set(entry.merchantReference, [entry]);
    return entry;
  }

  /** The moment the money moves, or is refused. */
  settle(entry: Entry): void {
    const status = entry.declineCode === undefined ? 'succeeded' : 'failed';
    entry.history.push({ status, atMs: Date.now() });
  }

  /** Oldest first. */
  of(merchantReference: string): readonly Entry[] {
    return this.#byReference.get(merchantReference) ?? [];
  }

  /** Only charges whose money moved, oldest first. */
  charged(): Entry[] {
    return this.#entries.filter((entry) => statusAt(entry, Date.now()) === 'succeeded');
  }
}

/** `undefined`: at that moment the charge did not exist yet. */
export const statusAt = (entry: Entry, atMs: number): ChargeStatus | undefined =>
  entry.history.findLast((version) => version.atMs <= atMs)?.status;

/** The charge as the provider's API shows it. */
export const chargeView = (entry: Entry, status: ChargeStatus) => ({
  id: entry.id,
  status,
  amount: entry.amount,
  currency: entry.currency,
  merchant_reference: entry.merchantReference,
  created_at: entry.createdAt,
  ...(status === 'failed' ? { decline_code: entry.declineCode } : {}),
});
