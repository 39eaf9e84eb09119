// A Step Functions endpoint of real HTTP with one state machine, whose one task ends when the test says so.

import { SFNClient } from '@aws-sdk/client-sfn';
import { onTestFinished } from 'vitest';
import { startEndpoint } from '#local/aws/endpoint.ts';
import { createExecutions, type Executions } from '#local/stepfunctions/executions.ts';
import { createMachine } from '#local/stepfunctions/machine.ts';
import { stepFunctionsOperations } from '#local/stepfunctions/operations.ts';

export const MACHINE = 'arn:aws:states:us-east-1:123456789012:stateMachine:Payment';

export interface StepFunctions {
  readonly url: string;
  readonly client: SFNClient;
  readonly executions: Executions;
  /** Lets every run go to its end, and waits for it. */
  endAll(): Promise<void>;
}

export async function stepFunctions(): Promise<StepFunctions> {
  const gate = Promise.withResolvers<void>();
  const machine = createMachine(
    {
      name: 'Payment',
      arn: MACHINE,
      roleArn: 'arn:aws:iam::123456789012:role/Payment',
      definition: {
        StartAt: 'Charge',
        States: {
          Charge: { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', TimeoutSeconds: 60, End: true },
        },
      },
    },
    { Charge: () => gate.promise.then(() => 'done') },
  );
  const executions = createExecutions([machine]);
  const endpoint = await startEndpoint();
  endpoint.open(stepFunctionsOperations(executions, () => {}));
  const client = new SFNClient({
    endpoint: endpoint.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  const endAll = async () => {
    gate.resolve();
    await Promise.all(executions.list().map(({ ended }) => ended));
  };
  onTestFinished(async () => {
    await endAll();
    client.destroy();
    await endpoint.close();
  });
  return { url: endpoint.url, client, executions, endAll };
}
