// What each Task state does: invokes the function that it names, and turns a failure into the error that Catch sees on AWS.

import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import { isJsonObject, type Json } from '../json.ts';
import type { Functions } from '../lambda/functions.ts';
import type { FunctionError, InvocationResult } from '../lambda/invocation.ts';
import { StartError } from '../start-error.ts';

/** Task states by name: the input after Parameters -> the result before ResultSelector. */
export type Tasks = Record<string, (input: Json) => Promise<Json>>;

const INVOKE = /^arn:[^:]+:states:::lambda:invoke$/;
const FUNCTION = /^arn:[^:]+:lambda:[^:]*:[^:]*:function:/;

export function tasksOf(definition: Pick<StateMachineDefinition, 'States'>, functions: Functions): Tasks {
  const tasks: Tasks = {};
  for (const [name, state] of Object.entries(definition.States)) {
    if (state.Type === 'Task') tasks[name] = task(name, state, functions);
    if (state.Type === 'Parallel')
      for (const branch of state.Branches) Object.assign(tasks, tasksOf(branch, functions));
    const items = state.Type === 'Map' ? (state.ItemProcessor ?? state.Iterator) : undefined;
    if (items !== undefined) Object.assign(tasks, tasksOf(items, functions));
  }
  return tasks;
}

function task(name: string, state: { Resource: string; Parameters?: unknown }, functions: Functions) {
  const { Resource, Parameters } = state;
  if (FUNCTION.test(Resource)) {
    const { invoke } = functions.find(Resource);
    return async (input: Json) => payloadOf(await invoke(input));
  }
  const named = isJsonObject(Parameters) ? Parameters.FunctionName : undefined;
  if (!INVOKE.test(Resource) || typeof named !== 'string') {
    throw new StartError(`the state ${name} uses ${Resource}; the local stack runs Lambda functions only`);
  }
  const { invoke } = functions.find(named);
  return async (input: Json) => ({
    ExecutedVersion: '$LATEST',
    StatusCode: 200,
    Payload: payloadOf(await invoke(isJsonObject(input) ? (input.Payload ?? {}) : {})),
  });
}

function payloadOf(result: InvocationResult): Json {
  if (result.kind === 'answered') return result.payload;
  throw taskError(result.kind === 'failed' ? result.error : THROTTLED);
}

const THROTTLED: FunctionError = {
  errorType: 'Lambda.TooManyRequestsException',
  errorMessage: 'Rate Exceeded. (Service: Lambda, Status Code: 429)',
  trace: [],
};

/** `name` is what ErrorEquals matches, `message` becomes the Cause. */
const taskError = (error: FunctionError): Error =>
  Object.assign(new Error(JSON.stringify(error)), { name: error.errorType });
