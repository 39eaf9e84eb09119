// Reconcile runs on Step Functions: one for an attempt and the look that nominated it.

import { expect, test } from 'vitest';
import { createReconcileRuns } from '#adapters/workflow/reconcile-runs.ts';
import { A, B, ORDER_ID, refOf, TENANT } from '../../core/examples.ts';
import { MACHINE, stepFunctions } from './step-functions.ts';

const LOOK = 1_767_614_520;

async function reconcileRuns() {
  const sfn = await stepFunctions();
  return { ...sfn, runs: createReconcileRuns(sfn.client, MACHINE) };
}

test('a run is named after attempt and look, and is given the attempt alone', async () => {
  const { runs, executions } = await reconcileRuns();
  await runs.start(refOf(A), LOOK);
  const [run] = executions.list();
  expect(run?.name).toBe(`${A}-${LOOK}`);
  expect(JSON.parse(run?.input ?? '')).toEqual({ tenantId: TENANT, orderId: ORDER_ID, attemptId: A });
});

test('sweeps that overlap, or come back when it has ended, start one', async () => {
  const { runs, executions, endAll } = await reconcileRuns();
  await Promise.all([runs.start(refOf(A), LOOK), runs.start(refOf(A), LOOK)]);
  await endAll();
  await runs.start(refOf(A), LOOK);
  expect(executions.list()).toHaveLength(1);
});

test('the next look, and another attempt, have runs of their own', async () => {
  const { runs, executions } = await reconcileRuns();
  await runs.start(refOf(A), LOOK);
  await runs.start(refOf(A), LOOK + 60);
  await runs.start(refOf(B), LOOK);
  expect(executions.list()).toHaveLength(3);
});
