// Decides how a test reads a state machine out of the template: the definition as Step Functions would get it.

import { nameOf } from './permissions.ts';
import { type Resource, resourceOf, type Synthesised } from './synth.ts';

/** The part of the Amazon States Language that our definitions use. */
export interface State {
  readonly Type: 'Task' | 'Choice' | 'Wait' | 'Succeed';
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly Rule[];
  readonly Catch?: readonly {
    readonly ErrorEquals: readonly string[];
    readonly Next: string;
    readonly ResultPath?: string;
  }[];
  readonly Retry?: readonly Readonly<Record<string, unknown>>[];
  readonly Resource?: string;
  readonly Parameters?: { readonly FunctionName: string; readonly Payload: Readonly<Record<string, unknown>> };
  readonly ResultSelector?: Readonly<Record<string, string>>;
  readonly ResultPath?: string | null;
  readonly InputPath?: string | null;
  readonly OutputPath?: string | null;
  readonly Seconds?: number;
  readonly SecondsPath?: string;
  readonly TimeoutSeconds?: number;
}

export interface Rule {
  readonly Next?: string;
  readonly Variable?: string;
  readonly And?: readonly Rule[];
  readonly [operator: string]: unknown;
}

export interface Definition {
  readonly StartAt: string;
  readonly TimeoutSeconds: number;
  readonly QueryLanguage?: string;
  readonly States: Readonly<Record<string, State>>;
}

export type Workflow = 'PaymentWorkflow' | 'ReconcileWorkflow';

export const machineOf = (made: Synthesised, workflow: Workflow): Resource =>
  resourceOf(made, 'AWS::StepFunctions::StateMachine', workflow);

export function definitionOf(made: Synthesised, workflow: Workflow): Definition {
  const text = nameOf(machineOf(made, workflow).Properties.DefinitionString)
    .replaceAll('<AWS::Partition>', 'aws')
    .replaceAll(/(\w+)Function\.Arn/g, 'arn:aws:lambda:eu-central-1:123456789012:function:$1');
  return JSON.parse(text) as Definition;
}

export const statesOf = (definition: Definition, type: State['Type']): [string, State][] =>
  Object.entries(definition.States).filter(([, state]) => state.Type === type);
