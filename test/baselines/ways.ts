// The usual ways to take money, each as short as it is usually written.

import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import type { Context } from 'aws-lambda';
import type { SendOutcome } from '#core/outcome/outcome.ts';
import { IdempotencyRecords } from './idempotency-records.ts';
import type { Checkout, Said, Till, Way } from './shop.ts';

const isApproved = (outcome: SendOutcome): boolean => outcome.kind === 'approved';

/** Charge; mark the order failed on any error, a timeout too; the customer may press "pay" again. */
export const catchAnyError: Way = async (till, { order }) => {
  if ((await till.orders.read(order)) === 'Paid') return 'paid';
  const outcome = await till.charge(order);
  if (isApproved(outcome)) {
    await till.orders.write(order, () => true, 'Paid');
    return 'paid';
  }
  await till.orders.write(order, (status) => status !== 'Paid', 'Failed');
  return outcome.kind === 'declined' ? 'declined' : 'failed';
};

type Charge = (till: Till, checkout: Checkout) => Promise<SendOutcome>;

/** Powertools idempotency around the same handler, by the caller's key; the card must be the same again. */
function idempotent(charge: Charge): Way {
  const handler = async (till: Till, checkout: Checkout): Promise<Said> => {
    if ((await till.orders.read(checkout.order)) === 'Paid') return 'paid';
    const outcome = await charge(till, checkout);
    if (outcome.kind === 'declined') return 'declined';
    // A client library throws whatever is no answer.
    if (!isApproved(outcome)) throw new Error(outcome.kind);
    await till.orders.write(checkout.order, () => true, 'Paid');
    return 'paid';
  };
  return async (till, checkout) => {
    const config = new IdempotencyConfig({
      eventKeyJmesPath: '[order, key]',
      payloadValidationJmesPath: 'card',
      expiresAfterSeconds: 48 * 3_600,
    });
    config.registerLambdaContext({ getRemainingTimeInMillis: till.remainingMs } as Context);
    const persistenceStore = new IdempotencyRecords(till.records, till.now);
    try {
      return await makeIdempotent((asked: Checkout) => handler(till, asked), { persistenceStore, config })(checkout);
    } catch (error) {
      if (IN_PROGRESS_OR_OTHER.has((error as Error).name)) return 'busy';
      throw error;
    }
  };
}

const IN_PROGRESS_OR_OTHER: ReadonlySet<string> = new Set([
  'IdempotencyAlreadyInProgressError',
  'IdempotencyValidationError',
]);

export const idempotentHandler: Way = idempotent((till, { order }) => till.charge(order));

/** The provider's key is the caller's: what it already has under it, it does not do again. */
export const idempotentToTheProvider: Way = idempotent((till, { order, key }) => till.charge(order, `${order} ${key}`));
