// Runs a synthesised definition in virtual time: the part of the Amazon States Language that our workflows use. That it does
// what another interpreter of the language does is a test of its own.

import type { Definition, Rule, State } from '../lib/definition.ts';
import type { Chance } from './chance.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Answers the task's payload; throws an error whose name is what a Catch sees. */
export type Task = (functionName: string, payload: unknown) => Promise<unknown>;

export interface Execution {
  readonly definition: Definition;
  readonly input: object;
  readonly task: Task;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly entered: (state: string, input: unknown) => void;
}

export type ExecutionEnd = 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT';

type Data = Readonly<Record<string, unknown>>;

export async function execute(execution: Execution): Promise<ExecutionEnd> {
  const { definition, time, entered } = execution;
  const over = time.now() + definition.TimeoutSeconds * 1_000;
  let name: string | undefined = definition.StartAt;
  let data = execution.input as Data;
  while (name !== undefined) {
    if (time.now() >= over) return 'TIMED_OUT';
    const state: State | undefined = definition.States[name];
    if (state === undefined) throw new Error(`there is no state ${name}`);
    entered(name, data);
    switch (state.Type) {
      case 'Succeed':
        return 'SUCCEEDED';
      case 'Choice':
        name = (state.Choices?.find((rule) => holds(rule, data)) ?? { Next: state.Default }).Next;
        if (name === undefined) return 'FAILED';
        break;
      case 'Wait':
        await time.after(1_000 * Number(state.SecondsPath ? at(data, state.SecondsPath) : state.Seconds));
        name = state.Next;
        break;
      case 'Task': {
        const done = await perform(execution, state, data);
        if (done === null) return 'FAILED';
        ({ name, data } = done);
      }
    }
  }
  return 'FAILED';
}

/** null: an error that nothing catches. */
async function perform(
  execution: Execution,
  state: State,
  data: Data,
): Promise<{ name: string | undefined; data: Data } | null> {
  for (let retries = 0; ; retries++) {
    try {
      const payload = await inTime(execution, state, data);
      const result = filled(state.ResultSelector ?? {}, { Payload: payload });
      return { name: state.Next, data: placed(data, state.ResultPath ?? '$', result) };
    } catch (error) {
      const thrown = error instanceof Error ? error.name : 'Error';
      if (thrown === 'States.Runtime') throw error;
      const retry = state.Retry?.find(({ ErrorEquals }) => matches(ErrorEquals, thrown)) as Retry | undefined;
      if (retry && retries < retry.MaxAttempts) {
        const delay = Math.min(retry.MaxDelaySeconds, retry.IntervalSeconds * retry.BackoffRate ** retries);
        await execution.time.after(execution.chance.next() * delay * 1_000);
        continue;
      }
      const caught = state.Catch?.find(({ ErrorEquals }) => matches(ErrorEquals, thrown));
      if (!caught) return null;
      return { name: caught.Next, data: placed(data, caught.ResultPath ?? '$', { Error: thrown, Cause: '' }) };
    }
  }
}

interface Retry {
  readonly IntervalSeconds: number;
  readonly BackoffRate: number;
  readonly MaxDelaySeconds: number;
  readonly MaxAttempts: number;
}

async function inTime({ task, time }: Execution, state: State, data: Data): Promise<unknown> {
  const { FunctionName = '', Payload = {} } = state.Parameters ?? {};
  const late = time.after((state.TimeoutSeconds ?? 0) * 1_000).then(() => {
    throw named('States.Timeout');
  });
  return Promise.race([task(FunctionName.split(':').at(-1) ?? '', filled(Payload, data)), late]);
}

export const named = (name: string): Error => Object.assign(new Error(name), { name });

const matches = (errors: unknown, thrown: string): boolean =>
  (errors as readonly string[]).some((error) => error === thrown || error === 'States.ALL');

/** A path that leads nowhere is `States.Runtime`: nothing catches it. */
function at(data: unknown, path: string): unknown {
  if (path === '$') return data;
  let found = data;
  for (const part of path.replace(/^\$\./, '').split('.')) {
    if (typeof found !== 'object' || found === null || !(part in found)) throw named('States.Runtime');
    found = (found as Data)[part];
  }
  return found;
}

const filled = (template: Data, data: unknown): Data =>
  Object.fromEntries(
    Object.entries(template).map(([key, value]) =>
      key.endsWith('.$') ? [key.slice(0, -2), at(data, String(value))] : [key, value],
    ),
  );

const placed = (data: Data, path: string, value: unknown): Data =>
  path === '$' ? (value as Data) : { ...data, [path.replace(/^\$\./, '')]: value };

function holds(rule: Rule, data: Data): boolean {
  if (rule.And) return rule.And.every((part) => holds(part, data));
  if (rule.StringEquals === undefined) throw new Error(`a rule that is not run here: ${JSON.stringify(rule)}`);
  return at(data, rule.Variable ?? '$') === rule.StringEquals;
}
