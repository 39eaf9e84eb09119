// What the template says of a state machine: its name and its states.

import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import type { Template } from '../template/template.ts';

export interface MachineDefinition {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  readonly definition: StateMachineDefinition;
}

interface MachineProperties {
  readonly DefinitionString?: string;
  readonly Definition?: StateMachineDefinition;
  readonly RoleArn?: string;
}

export function machineDefinitions(template: Template): MachineDefinition[] {
  return template.ofType<MachineProperties>('AWS::StepFunctions::StateMachine').map(({ name, arn, properties }) => ({
    name,
    arn,
    roleArn: properties.RoleArn ?? '',
    definition: properties.Definition ?? JSON.parse(properties.DefinitionString ?? ''),
  }));
}
