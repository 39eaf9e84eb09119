// A payment's runs on Step Functions: each number starts once, and whether it runs is told without an error.

import { describe, expect, test } from 'vitest';
import { createPaymentRuns } from '#adapters/workflow/payment-runs.ts';
import type { SealedToken } from '#core/cards/card-token.ts';
import { A, B, ORDER_ID, refOf, TENANT } from '../../core/examples.ts';
import { MACHINE, stepFunctions } from './step-functions.ts';

const SEALED = 'sealed' as SealedToken;
const SEALED_AGAIN = 'sealed-with-another-nonce' as SealedToken;

async function paymentRuns() {
  const sfn = await stepFunctions();
  return { ...sfn, runs: createPaymentRuns(sfn.client, MACHINE) };
}

describe('start', () => {
  test('names the run after its attempt and number, and hands over the design’s five fields', async () => {
    const { runs, executions } = await paymentRuns();
    await runs.start(refOf(A), 3, SEALED);
    const [run] = executions.list();
    expect(run?.name).toBe(`${A}-3`);
    expect(JSON.parse(run?.input ?? '')).toEqual({
      tenantId: TENANT,
      orderId: ORDER_ID,
      attemptId: A,
      resumes: 3,
      sealedToken: 'sealed',
    });
  });

  test.each([
    ['the same again', SEALED],
    ['sealed again', SEALED_AGAIN],
  ])('while it runs, %s: one run', async (_what, token) => {
    const { runs, executions } = await paymentRuns();
    await runs.start(refOf(A), 0, SEALED);
    await runs.start(refOf(A), 0, token);
    expect(executions.list()).toHaveLength(1);
  });

  test('after its end: one run', async () => {
    const { runs, executions, endAll } = await paymentRuns();
    await runs.start(refOf(A), 0, SEALED);
    await endAll();
    await runs.start(refOf(A), 0, SEALED);
    expect(executions.list()).toHaveLength(1);
  });

  test('ten at the same time: one run', async () => {
    const { runs, executions } = await paymentRuns();
    await Promise.all(Array.from({ length: 10 }, () => runs.start(refOf(A), 0, SEALED)));
    expect(executions.list()).toHaveLength(1);
  });

  test('another number, another attempt: other runs', async () => {
    const { runs, executions } = await paymentRuns();
    await runs.start(refOf(A), 0, SEALED);
    await runs.start(refOf(A), 1, SEALED);
    await runs.start(refOf(B), 0, SEALED);
    expect(executions.list().map(({ name }) => name)).toEqual([`${B}-0`, `${A}-1`, `${A}-0`]);
  });
});

describe('isRunning', () => {
  test('is true while the run runs, and false after it', async () => {
    const { runs, endAll } = await paymentRuns();
    await runs.start(refOf(A), 0, SEALED);
    expect(await runs.isRunning(refOf(A), 0)).toBe(true);
    await endAll();
    expect(await runs.isRunning(refOf(A), 0)).toBe(false);
  });

  test('is false for a run that was stopped', async () => {
    const { runs, executions } = await paymentRuns();
    await runs.start(refOf(A), 0, SEALED);
    executions.stop(executions.list()[0]?.arn ?? '', {});
    expect(await runs.isRunning(refOf(A), 0)).toBe(false);
  });

  test('is false for a run that there never was', async () => {
    const { runs } = await paymentRuns();
    await runs.start(refOf(A), 0, SEALED);
    expect(await runs.isRunning(refOf(A), 1)).toBe(false);
    expect(await runs.isRunning(refOf(B), 0)).toBe(false);
  });
});
