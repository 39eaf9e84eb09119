// What the Step Functions endpoint answers: StartExecution, DescribeExecution, StopExecution in AWS JSON 1.0.

import type { Operations } from '../aws/operations.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Execution } from './execution.ts';
import type { Executions } from './executions.ts';

/** @param started hears of each successful StartExecution, a repeated one included */
export function stepFunctionsOperations(
  executions: Executions,
  started: (execution: Execution, caller: string) => void,
): Operations {
  return {
    'AWSStepFunctions.StartExecution'({ stateMachineArn, name, input }, caller) {
      const execution = executions.start({
        machineArn: text(stateMachineArn) ?? '',
        name: text(name),
        input: text(input),
      });
      started(execution, caller);
      return { executionArn: execution.arn, startDate: seconds(execution.startDate) };
    },
    'AWSStepFunctions.DescribeExecution': ({ executionArn }) => described(executions.find(text(executionArn) ?? '')),
    'AWSStepFunctions.StopExecution'({ executionArn, error, cause }) {
      const execution = executions.stop(text(executionArn) ?? '', { error: text(error), cause: text(cause) });
      return { stopDate: seconds(execution.stopDate ?? new Date()) };
    },
  };
}

function described(execution: Execution): JsonObject {
  const { output, error, cause, stopDate } = execution;
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status: execution.status,
    startDate: seconds(execution.startDate),
    input: execution.input,
    inputDetails: { included: true },
    ...(stopDate && { stopDate: seconds(stopDate) }),
    ...(output !== undefined && { output: JSON.stringify(output), outputDetails: { included: true } }),
    ...(error !== undefined && { error }),
    ...(cause !== undefined && { cause }),
  };
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** AWS JSON writes a time as epoch seconds with a fraction. */
const seconds = (date: Date): number => date.getTime() / 1_000;
