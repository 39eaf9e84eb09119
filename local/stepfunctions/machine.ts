// How one state machine runs an execution: the template's definition, interpreted, with Lambda functions as its tasks.

import { StateMachine } from 'aws-local-stepfunctions';
import type { Json } from '../json.ts';
import type { MachineDefinition } from './definition.ts';
import type { Tasks } from './tasks.ts';

export type Run = ReturnType<StateMachine['run']>;

export interface Machine {
  readonly name: string;
  readonly arn: string;
  run(execution: { name: string; arn: string }, input: Json): Run;
}

/** setTimeout fires at once beyond this; AWS allows a year. */
const LONGEST_TIMER_SECONDS = 2_147_483;

/** Made once per definition: its validation takes about 60 ms. */
export function createMachine({ name, arn, roleArn, definition }: MachineDefinition, tasks: Tasks): Machine {
  const timeout = definition.TimeoutSeconds;
  const timed = timeout === undefined ? {} : { TimeoutSeconds: Math.min(timeout, LONGEST_TIMER_SECONDS) };
  const machine = new StateMachine({ ...definition, ...timed });
  return {
    name,
    arn,
    run(execution, input) {
      let over = false;
      const guarded = Object.entries(tasks).map(([state, task]) => [
        state,
        async (taskInput: Json) => {
          // The interpreter takes all remaining retries at once when it is stopped in between two.
          if (over) throw Object.assign(new Error('stopped'), { isRetryable: false, isCatchable: false });
          return task(taskInput);
        },
      ]);
      const run = machine.run(input, {
        overrides: { taskResourceLocalHandlers: Object.fromEntries(guarded) },
        context: {
          Execution: { Id: execution.arn, Name: execution.name, RoleArn: roleArn },
          StateMachine: { Id: arn, Name: name },
        },
      });
      const end = () => {
        over = true;
      };
      run.result.then(end, end);
      return {
        ...run,
        abort() {
          over = true;
          run.abort();
        },
      };
    },
  };
}
