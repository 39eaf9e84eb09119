// The payment workflow on Step Functions: a run's name is its attempt and number, so it starts once.

import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { PaymentRuns } from '#core/ports/runs.ts';
import { executionArn } from './execution-arn.ts';

export function createPaymentRuns(client: SFNClient, stateMachineArn: string): PaymentRuns {
  const nameOf = (attemptId: string, resumes: number): string => `${attemptId}-${resumes}`;
  return {
    start: async ({ tenantId, orderId, attemptId }, resumes, sealedToken) => {
      const input = JSON.stringify({ tenantId, orderId, attemptId, resumes, sealedToken });
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name: nameOf(attemptId, resumes), input }));
      } catch (error) {
        // Started before: its answer was lost, or another caller was first.
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
      }
    },
    isRunning: async ({ attemptId }, resumes) => {
      try {
        const run = await client.send(
          new DescribeExecutionCommand({ executionArn: executionArn(stateMachineArn, nameOf(attemptId, resumes)) }),
        );
        return run.status === 'RUNNING';
      } catch (error) {
        if (error instanceof ExecutionDoesNotExist) return false;
        throw error;
      }
    },
  };
}
