// The usual ways to take money, each as short as it is usually written.

import type { SendOutcome } from '#core/outcome/outcome.ts';
import type { Said, Till, Way } from './shop.ts';

const isApproved = (outcome: SendOutcome): boolean => outcome.kind === 'approved';

/** Charge; mark the order failed on any error, a timeout too; the customer may press "pay" again. */
export const catchAnyError: Way = async (till, order) => {
  if ((await till.orders.read(order)) === 'Paid') return 'paid';
  const outcome = await till.charge(order);
  if (isApproved(outcome)) {
    await till.orders.write(order, () => true, 'Paid');
    return 'paid';
  }
  await till.orders.write(order, (status) => status !== 'Paid', 'Failed');
  return outcome.kind === 'declined' ? 'declined' : 'failed';
};

/** As Powertools documents it: kept for an hour, in progress for as long as the function may run. */
const KEPT_MS = 3_600_000;
const IN_PROGRESS_MS = 20_000;

/**
 * The idempotency pattern of Powertools around the same handler: a record in progress under the caller's key, the stored
 * answer for whoever comes again; if the handler throws, the record is deleted, so that the caller may try again.
 */
export const idempotentHandler: Way = async (till, order, key) => {
  const free = (record: { said: Said | null; until: number } | undefined) => !record || record.until <= till.now();
  const begun = { said: null, until: till.now() + IN_PROGRESS_MS };
  if (!(await till.keys.write(key, free, begun))) return (await till.keys.read(key))?.said ?? 'busy';
  let said: Said;
  try {
    said = await handler(till, order);
  } catch (error) {
    await till.keys.write(key, () => true, undefined);
    throw error;
  }
  await till.keys.write(key, () => true, { said, until: till.now() + KEPT_MS });
  return said;
};

async function handler(till: Till, order: string): Promise<Said> {
  if ((await till.orders.read(order)) === 'Paid') return 'paid';
  const outcome = await till.charge(order);
  if (outcome.kind === 'declined') return 'declined';
  // A client library throws whatever is no answer.
  if (!isApproved(outcome)) throw new Error(outcome.kind);
  await till.orders.write(order, () => true, 'Paid');
  return 'paid';
}
