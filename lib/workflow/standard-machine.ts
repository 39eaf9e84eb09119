// Decides how both state machines are run: standard, traced, logged without data, allowed to invoke their own functions only.

import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  DefinitionBody,
  type IChainable,
  LogLevel,
  StateMachine,
  StateMachineType,
} from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { ownLogGroup } from '../constructs/lifetime.ts';
import type { PaymentFunction } from '../constructs/payment-function.ts';
import { allowTelemetry, WORKFLOW_TELEMETRY } from '../constructs/telemetry.ts';

export interface StandardMachineProps {
  readonly stage: string;
  readonly comment: string;
  readonly start: IChainable;
  readonly invokes: readonly PaymentFunction[];
  readonly timeoutSeconds: number;
}

export function standardMachine(scope: Construct, props: StandardMachineProps): StateMachine {
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('states.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  });
  const functionArns = props.invokes.map((invoked) => invoked.lambda.functionArn);
  role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: functionArns }));
  const machine = new StateMachine(scope, 'StateMachine', {
    comment: props.comment,
    definitionBody: DefinitionBody.fromChainable(props.start),
    stateMachineType: StateMachineType.STANDARD,
    timeout: Duration.seconds(props.timeoutSeconds),
    tracingEnabled: true,
    logs: { destination: ownLogGroup(scope, props.stage), level: LogLevel.ALL, includeExecutionData: false },
    // Each task would add every version of its function to the role.
    role: role.withoutPolicyUpdates(),
  });
  // A machine that may not write its log yet is refused.
  machine.node.addDependency(role, allowTelemetry(scope, role, WORKFLOW_TELEMETRY));
  return machine;
}
