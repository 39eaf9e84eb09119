// The reconcile workflow on Step Functions: named after the attempt and the look, so overlapping sweeps start one.

import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { ReconcileRuns } from '#core/ports/runs.ts';

export const createReconcileRuns = (client: SFNClient, stateMachineArn: string): ReconcileRuns => ({
  start: async ({ tenantId, orderId, attemptId }, look) => {
    const input = JSON.stringify({ tenantId, orderId, attemptId });
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name: `${attemptId}-${look}`, input }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  },
});
