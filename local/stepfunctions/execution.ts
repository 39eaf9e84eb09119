// What is known of an execution, and how its status follows from the way its run ended.

import { ExecutionAbortedError, ExecutionError, ExecutionTimeoutError } from 'aws-local-stepfunctions';
import type { Json } from '../json.ts';
import type { TracedState } from './trace.ts';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';

export interface Execution {
  readonly name: string;
  readonly arn: string;
  readonly machineName: string;
  readonly machineArn: string;
  /** As given, byte for byte: it decides whether a second start is the same. */
  readonly input: string;
  readonly startDate: Date;
  readonly states: TracedState[];
  readonly ended: Promise<void>;
  status: ExecutionStatus;
  stopDate?: Date;
  output?: Json;
  error?: string;
  cause?: string;
}

/** ExecutionError wraps what the failing state threw. */
export function endOf(thrown: unknown): Pick<Execution, 'status' | 'error' | 'cause'> {
  if (thrown instanceof ExecutionTimeoutError) return { status: 'TIMED_OUT', error: 'States.Timeout' };
  if (thrown instanceof ExecutionAbortedError) return { status: 'ABORTED' };
  const cause = thrown instanceof ExecutionError ? thrown.cause : thrown;
  return cause instanceof Error
    ? { status: 'FAILED', error: cause.name, cause: cause.message }
    : { status: 'FAILED', error: 'States.Runtime', cause: String(cause) };
}
