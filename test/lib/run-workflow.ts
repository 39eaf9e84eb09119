// Decides how a definition is executed in a test: each task answers from a script, waits and retries take no time.

import { StateMachine, type StateMachineDefinition } from 'aws-local-stepfunctions';
import { type Definition, statesOf } from './definition.ts';

/** What every function answers; all three fields, always. */
export interface Outcome {
  readonly kind: string;
  readonly status: string | null;
  readonly waitSeconds: number | null;
}

/** An outcome, the name of the error that the task fails with, or what is done to come to an outcome. */
export type Answer = Outcome | string | (() => Promise<Outcome>);

/** Answers in order, by state; the last one holds for every later call. */
export type Script = Readonly<Record<string, readonly Answer[]>>;

export interface Run {
  readonly entered: readonly string[];
  readonly output: unknown;
  /** What each task was called with, in order, by state. */
  readonly payloads: Readonly<Record<string, readonly unknown[]>>;
}

export function runner(definition: Definition): (input: object, script: Script) => Promise<Run> {
  const machine = new StateMachine(definition as unknown as StateMachineDefinition);
  const names = (type: 'Task' | 'Wait') => statesOf(definition, type).map(([name]) => name);
  const noTime = (type: 'Task' | 'Wait') => Object.fromEntries(names(type).map((name) => [name, 0]));
  return async (input, script) => {
    const payloads: Record<string, unknown[]> = {};
    const handlers = names('Task').map((name) => {
      const handler = async ({ Payload }: { Payload: unknown }) => {
        const before = payloads[name] ?? [];
        const answers = script[name] ?? [];
        const answer = answers[Math.min(before.length, answers.length - 1)] ?? 'NotScripted';
        payloads[name] = [...before, Payload];
        if (typeof answer === 'string') throw failure(answer);
        return { Payload: typeof answer === 'function' ? await answer() : answer };
      };
      return [name, handler];
    });
    const run = machine.run(input as never, {
      overrides: {
        taskResourceLocalHandlers: Object.fromEntries(handlers),
        waitTimeOverrides: noTime('Wait'),
        retryIntervalOverrides: noTime('Task'),
      },
    });
    const entered: string[] = [];
    const watching = (async () => {
      for await (const event of run.eventLogs) if (event.type === 'StateEntered') entered.push(event.state.name);
    })();
    const output = await run.result;
    await watching;
    return { entered, output, payloads };
  };
}

/** As Step Functions shows a failed Lambda task. */
const failure = (errorType: string): Error => {
  const error = new Error(JSON.stringify({ errorType, errorMessage: 'scripted' }));
  error.name = errorType;
  return error;
};
