// Sees to it that somebody works on an open attempt: starts its run, or resumes it with a new one if nobody does.

import { sealToken } from '#core/cards/card-token.ts';
import type { AttemptRef } from '#core/ids/reference.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { mayResume, resume } from '#core/writes/resume.ts';
import type { CheckoutDeps } from './deps.ts';
import type { CheckoutIntent } from './intent.ts';

const NONCE_BYTES = 12;

const refOf = ({ tenantId, orderId }: CheckoutIntent, { attemptId }: Attempt): AttemptRef => ({
  tenantId,
  orderId,
  attemptId,
});

/** A start that fails loses nothing: the caller may resume after some seconds, and the schedule ends the attempt. */
export async function startRun(deps: CheckoutDeps, intent: CheckoutIntent, attempt: Attempt): Promise<void> {
  if (attempt.sealKey === undefined) return;
  const sealed = sealToken(intent.cardToken, attempt.sealKey, attempt.attemptId, deps.ambient.bytes(NONCE_BYTES));
  try {
    await deps.runs.start(refOf(intent, attempt), attempt.resumes, sealed);
  } catch (error) {
    deps.log('run not started', {
      attemptId: attempt.attemptId,
      run: attempt.resumes,
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
}

/** One caller wins the resume; the others, and an attempt that is being worked on, are left alone. */
export async function ensureRun(deps: CheckoutDeps, intent: CheckoutIntent, attempt: Attempt): Promise<void> {
  const { store, ambient } = deps;
  if (!mayResume(attempt, ambient.now())) return;
  const ref = refOf(intent, attempt);
  if (await isRunning(deps, ref, attempt.resumes)) return;
  const answer = await store.write(resume(ref, ambient.now(), ambient.uuid()));
  if (answer.written && answer.after) await startRun(deps, intent, answer.after as unknown as Attempt);
}

/** Advice only. Not to know is taken for "running": the schedule, or the next caller, looks again. */
async function isRunning({ runs, log }: CheckoutDeps, ref: AttemptRef, resumes: number): Promise<boolean> {
  try {
    return await runs.isRunning(ref, resumes);
  } catch (error) {
    log('run not described', {
      attemptId: ref.attemptId,
      run: resumes,
      error: error instanceof Error ? error.name : 'unknown',
    });
    return true;
  }
}
