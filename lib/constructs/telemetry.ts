// Decides which permissions may name no resource: those of tracing and log delivery, in a policy of their own.

import { Validations } from 'aws-cdk-lib';
import { type IRole, Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

const SEND_TRACES = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];

export const FUNCTION_TELEMETRY: readonly string[] = SEND_TRACES;

/** CloudWatch Logs accepts no narrower resource for the delivery of a state machine's log. */
export const WORKFLOW_TELEMETRY: readonly string[] = [
  ...SEND_TRACES,
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
  'logs:CreateLogDelivery',
  'logs:GetLogDelivery',
  'logs:UpdateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:DescribeResourcePolicies',
  'logs:DescribeLogGroups',
];

/** Apart from the role's other permissions, so that the acknowledged wildcard covers these actions only. */
export function allowTelemetry(scope: Construct, role: IRole, actions: readonly string[]): Policy {
  const policy = new Policy(scope, 'Telemetry', {
    roles: [role],
    statements: [new PolicyStatement({ actions: [...actions], resources: ['*'] })],
  });
  Validations.of(policy).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'X-Ray and log delivery accept no narrower resource; the policy holds nothing else.',
  });
  return policy;
}
