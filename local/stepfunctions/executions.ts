// Which executions there are: a name is used once per machine, and everything of an execution can be read until it is old.

import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws/aws-error.ts';
import type { Json } from '../json.ts';
import { arn } from '../template/names.ts';
import { type Execution, endOf } from './execution.ts';
import type { Machine } from './machine.ts';
import { trace } from './trace.ts';

export interface StartRequest {
  readonly machineArn: string;
  readonly name?: string | undefined;
  /** JSON text. */
  readonly input?: string | undefined;
}

export interface Executions {
  start(request: StartRequest): Execution;
  find(executionArn: string): Execution;
  stop(executionArn: string, reason: { error?: string | undefined; cause?: string | undefined }): Execution;
  /** Newest first. */
  list(): Execution[];
  close(): void;
}

/** Ended ones beyond this are forgotten, oldest first; AWS keeps them for 90 days. */
const REMEMBERED = 20_000;
const NAME = /^[A-Za-z0-9_+=,.@!-]{1,80}$/;

export function createExecutions(machines: readonly Machine[]): Executions {
  const executions = new Map<string, Execution>();
  const aborts = new Map<string, () => void>();

  function find(executionArn: string): Execution {
    const execution = executions.get(executionArn);
    if (execution === undefined)
      throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${executionArn}'`);
    return execution;
  }

  function begin(machine: Machine, name: string, executionArn: string, input: string, value: Json): Execution {
    const run = machine.run({ name, arn: executionArn }, value);
    const states: Execution['states'] = [];
    const ended = Promise.withResolvers<void>();
    const execution: Execution = {
      name,
      arn: executionArn,
      machineName: machine.name,
      machineArn: machine.arn,
      input,
      startDate: new Date(),
      states,
      ended: ended.promise,
      status: 'RUNNING',
    };
    aborts.set(executionArn, run.abort);
    const traced = trace(run.eventLogs, states);
    run.result
      .then(
        (output) => ({ status: 'SUCCEEDED' as const, output }),
        (error: unknown) => endOf(error),
      )
      .then(async (end) => {
        await traced;
        const stopped = execution.status !== 'RUNNING';
        if (!stopped) Object.assign(execution, end, { stopDate: new Date() });
        aborts.delete(executionArn);
        ended.resolve();
        forgetOld();
      });
    return execution;
  }

  function forgetOld(): void {
    for (const [executionArn, { status }] of executions) {
      if (executions.size <= REMEMBERED) return;
      if (status !== 'RUNNING') executions.delete(executionArn);
    }
  }

  return {
    find,
    start({ machineArn, name = randomUUID(), input = '{}' }) {
      const machine = machines.find((candidate) => candidate.arn === machineArn);
      if (machine === undefined) {
        throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${machineArn}'`);
      }
      if (!NAME.test(name)) throw new AwsError('InvalidName', `Invalid Name: '${name}'`);
      const value = parse(input);
      const executionArn = arn('states', `execution:${machine.name}:${name}`);
      const same = executions.get(executionArn);
      if (same === undefined) {
        const execution = begin(machine, name, executionArn, input, value);
        executions.set(executionArn, execution);
        return execution;
      }
      // AWS: a second start is the same one only while it runs and only with the same input.
      if (same.status === 'RUNNING' && same.input === input) return same;
      throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
    },
    stop(executionArn, { error, cause }) {
      const execution = find(executionArn);
      if (execution.status !== 'RUNNING') return execution;
      Object.assign(execution, { status: 'ABORTED', stopDate: new Date() });
      if (error !== undefined) execution.error = error;
      if (cause !== undefined) execution.cause = cause;
      aborts.get(executionArn)?.();
      return execution;
    },
    list: () => [...executions.values()].reverse(),
    close() {
      for (const abort of aborts.values()) abort();
    },
  };
}

function parse(input: string): Json {
  try {
    return JSON.parse(input);
  } catch {
    throw new AwsError('InvalidExecutionInput', 'Invalid State Machine Execution Input: it is not JSON');
  }
}
