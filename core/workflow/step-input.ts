// What the workflows hand to their tasks: ids and counters, and the sealed card token.

import type { SealedToken } from '../cards/card-token.ts';
import { attemptId } from '../ids/attempt-id.ts';
import { orderId } from '../ids/order-id.ts';
import type { AttemptRef } from '../ids/reference.ts';
import { tenantId } from '../ids/tenant-id.ts';

export interface ChargeInput extends AttemptRef {
  /** The run's number. */
  readonly resumes: number;
  readonly sealedToken: SealedToken;
  /** What the run's last send came to; `none` before the first. */
  readonly previous: 'none' | 'stillProcessing' | 'retry';
}

/** The task was called with something that no workflow of ours sends. Nothing was done. */
export class InvalidStepInput extends Error {
  override readonly name = 'InvalidStepInput';
}

/** @throws InvalidStepInput */
export function reconcileInput(event: unknown): AttemptRef {
  const { tenantId: tenant, orderId: order, attemptId: attempt } = members(event);
  try {
    return {
      tenantId: tenantId(String(tenant)),
      orderId: orderId(String(order)),
      attemptId: attemptId(String(attempt)),
    };
  } catch (cause) {
    throw new InvalidStepInput('tenantId, orderId and attemptId must name an attempt', { cause });
  }
}

/** @throws InvalidStepInput */
export function chargeInput(event: unknown): ChargeInput {
  const ref = reconcileInput(event);
  const { resumes, sealedToken, previous } = members(event);
  if (typeof resumes !== 'number' || !Number.isSafeInteger(resumes) || resumes < 0)
    throw new InvalidStepInput('resumes must be a whole number, 0 or more');
  if (typeof sealedToken !== 'string') throw new InvalidStepInput('sealedToken must be a string');
  if (previous !== 'none' && previous !== 'stillProcessing' && previous !== 'retry')
    throw new InvalidStepInput('previous must be none, stillProcessing or retry');
  return { ...ref, resumes, sealedToken: sealedToken as SealedToken, previous };
}

const members = (event: unknown): Record<string, unknown> =>
  typeof event === 'object' && event !== null ? (event as Record<string, unknown>) : {};
