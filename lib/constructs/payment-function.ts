// Decides how every Lambda function is run, and gives each one just the variables and permissions that it is bound to.

import { Aws, type CfnElement, Duration, Stack, Validations } from 'aws-cdk-lib';
import { Grant, type IGrantable, type IPrincipal, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Settings } from '#core/settings/settings.ts';
import { type FunctionFolder, functionTimeoutSeconds } from '../time-limits.ts';
import { bundleOf } from './bundle.ts';
import { ownLogGroup } from './lifetime.ts';
import type { ProviderSecret } from './provider-secret.ts';
import type { IdempotencyTable, ItemAction, PaymentsTable } from './tables.ts';
import { allowTelemetry, FUNCTION_TELEMETRY } from './telemetry.ts';

/** Lambda gives CPU by memory: with less, a cold start costs more than the memory saves. */
const MEMORY_MB = 512;

export interface PaymentFunctionProps {
  readonly folder: FunctionFolder;
  readonly settings: Settings;
  /** 0 or absent: none reserved. */
  readonly reservedConcurrency?: number;
}

export class PaymentFunction extends Construct implements IGrantable {
  readonly lambda: LambdaFunction;
  readonly grantPrincipal: IPrincipal;

  constructor(scope: Construct, id: string, props: PaymentFunctionProps) {
    super(scope, id);
    const logGroup = ownLogGroup(this, props.settings.stage);
    // A role of our own: the default one may write to every log group of the account.
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.lambda = new LambdaFunction(this, 'Function', {
      code: bundleOf(props.folder),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MB,
      timeout: Duration.seconds(functionTimeoutSeconds(props.settings, props.folder)),
      ...(props.reservedConcurrency ? { reservedConcurrentExecutions: props.reservedConcurrency } : {}),
      tracing: Tracing.ACTIVE,
      logGroup,
      role: role.withoutPolicyUpdates(),
      environment: { SETTINGS: JSON.stringify(props.settings), POWERTOOLS_SERVICE_NAME: 'paid-once' },
    });
    // An invocation that comes before its permissions would fail.
    this.lambda.node.addDependency(role, allowTelemetry(this, role, FUNCTION_TELEMETRY));
    this.grantPrincipal = role;
  }

  bindPayments(payments: PaymentsTable, ...actions: readonly ItemAction[]): this {
    this.lambda.addEnvironment('PAYMENTS_TABLE', payments.table.tableName);
    payments.grant(this, actions);
    return this;
  }

  bindDue(payments: PaymentsTable): this {
    payments.grantQueryDue(this);
    return this;
  }

  bindIdempotency(idempotency: IdempotencyTable, ...actions: readonly ItemAction[]): this {
    this.lambda.addEnvironment('IDEMPOTENCY_TABLE', idempotency.table.tableName);
    idempotency.grant(this, actions);
    return this;
  }

  bindHealth(idempotency: IdempotencyTable): this {
    this.lambda.addEnvironment('IDEMPOTENCY_TABLE', idempotency.table.tableName);
    idempotency.grantHealth(this);
    return this;
  }

  bindProviderSecret(provider: ProviderSecret): this {
    this.lambda.addEnvironment('PROVIDER_SECRET_ARN', provider.secret.secretArn);
    provider.grantRead(this);
    return this;
  }

  bindWorkflow(variable: string, machine: StateMachine): this {
    this.lambda.addEnvironment(variable, machine.stateMachineArn);
    machine.grantStartExecution(this);
    return this;
  }

  bindExecutions(machine: StateMachine): this {
    const runs = `execution:${machine.stateMachineName}:*`;
    Grant.addToPrincipal({
      grantee: this,
      actions: ['states:DescribeExecution'],
      resourceArns: [`arn:${Aws.PARTITION}:states:${Aws.REGION}:${Aws.ACCOUNT_ID}:${runs}`],
    });
    const machineId = Stack.of(machine).getLogicalId(machine.node.defaultChild as CfnElement);
    Validations.of(this).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${machineId}.Name>:*]`,
      reason: 'A run is named after its attempt, which is not known before; the machine is this one.',
    });
    return this;
  }
}
