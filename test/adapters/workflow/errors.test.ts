// What is passed on of Step Functions' errors, how long a silent one is waited for, and how runs are addressed.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SFNClient } from '@aws-sdk/client-sfn';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSFNClient } from '#adapters/workflow/client.ts';
import { executionArn } from '#adapters/workflow/execution-arn.ts';
import { createPaymentRuns } from '#adapters/workflow/payment-runs.ts';
import { createReconcileRuns } from '#adapters/workflow/reconcile-runs.ts';
import type { SealedToken } from '#core/cards/card-token.ts';
import { A, refOf } from '../../core/examples.ts';
import { MACHINE } from './step-functions.ts';

type Answer = 'started' | 'silence' | { readonly status: number; readonly type: string };

/** What the nth request, from 1, is answered. */
async function endpoint(answer: (nth: number) => Answer) {
  let asked = 0;
  const server = createServer(async (request, response) => {
    await request.toArray();
    asked += 1;
    const given = answer(asked);
    if (given === 'silence') return;
    const started = { executionArn: `${MACHINE}:x`, startDate: 1 };
    response.writeHead(given === 'started' ? 200 : given.status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(given === 'started' ? started : { __type: given.type, message: 'no' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

const clientAt = (url: string) =>
  new SFNClient({
    endpoint: url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });

describe.each([
  [400, 'StateMachineDoesNotExist'],
  [400, 'AccessDeniedException'],
  [400, 'ExecutionLimitExceeded'],
  [500, 'InternalFailure'],
])('%i %s', (status, type) => {
  test('is passed on', async () => {
    const { url } = await endpoint(() => ({ status, type }));
    const client = clientAt(url);
    const payments = createPaymentRuns(client, MACHINE);
    const reconciles = createReconcileRuns(client, MACHINE);
    await expect(payments.start(refOf(A), 0, 'sealed' as SealedToken)).rejects.toMatchObject({ name: type });
    await expect(payments.isRunning(refOf(A), 0)).rejects.toMatchObject({ name: type });
    await expect(reconciles.start(refOf(A), 1)).rejects.toMatchObject({ name: type });
  });
});

describe('the functions’ own client', () => {
  const ownClient = (url: string) => {
    vi.stubEnv('AWS_ENDPOINT_URL_SFN', url);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    onTestFinished(() => void vi.unstubAllEnvs());
    return createSFNClient();
  };

  test('tries three times: a named start is safe to repeat', async () => {
    const { url, asked } = await endpoint((nth) => (nth < 3 ? { status: 500, type: 'InternalFailure' } : 'started'));
    await createReconcileRuns(ownClient(url), MACHINE).start(refOf(A), 1);
    expect(asked()).toBe(3);
  });

  test('gives a request up that is not answered in three seconds, and asks again', async () => {
    const { url, asked } = await endpoint((nth) => (nth === 1 ? 'silence' : 'started'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const started = createReconcileRuns(ownClient(url), MACHINE).start(refOf(A), 1);
    while (asked() === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(3_000);
    // The pause before the second try is short, and not ours to choose.
    for (let passed = 0; asked() === 1 && passed < 1_000; passed += 1) {
      await new Promise(setImmediate);
      vi.advanceTimersByTime(1);
    }
    await started;
    expect(asked()).toBe(2);
  });
});

test('a run’s ARN is its machine’s and its name', () => {
  expect(executionArn('arn:aws-cn:states:cn-north-1:123456789012:stateMachine:Pay-AbC', 'run-0')).toBe(
    'arn:aws-cn:states:cn-north-1:123456789012:execution:Pay-AbC:run-0',
  );
});
