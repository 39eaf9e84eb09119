// Decides what a deployment consists of, and which function may touch what.

import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PLACEHOLDER_PROVIDER_URL, type Settings } from '#core/settings/settings.ts';
import { PaymentApi } from './constructs/payment-api.ts';
import { PaymentFunction } from './constructs/payment-function.ts';
import { ProviderSecret } from './constructs/provider-secret.ts';
import { SweepSchedule } from './constructs/sweep-schedule.ts';
import { IdempotencyTable, PaymentsTable } from './constructs/tables.ts';
import { PaymentWorkflow } from './workflow/payment-workflow.ts';
import { ReconcileWorkflow } from './workflow/reconcile-workflow.ts';

const stackName = (stage: string): string => (stage === 'prod' ? 'PaidOnce' : `PaidOnce-${stage}`);

export class PaymentStack extends Stack {
  constructor(scope: Construct, { settings }: { readonly settings: Settings }) {
    super(scope, stackName(settings.stage), {
      description: 'paid-once: charges a customer once, also when the answer is lost',
    });
    const { stage } = settings;

    const payments = new PaymentsTable(this, 'Payments', { stage });
    const idempotency = new IdempotencyTable(this, 'Idempotency', { stage });
    const provider = new ProviderSecret(this, 'ProviderSecret', { stage });

    const charge = new PaymentFunction(this, 'Charge', {
      folder: 'charge',
      settings,
      reservedConcurrency: settings.chargeReservedConcurrency,
    })
      .bindPayments(payments, 'GetItem', 'UpdateItem', 'ConditionCheckItem')
      .bindHealth(idempotency)
      .bindProviderSecret(provider);
    const reconcile = new PaymentFunction(this, 'Reconcile', { folder: 'reconcile', settings })
      .bindPayments(payments, 'GetItem', 'UpdateItem', 'ConditionCheckItem')
      .bindProviderSecret(provider);

    const paymentWorkflow = new PaymentWorkflow(this, 'PaymentWorkflow', { settings, charge, reconcile });
    const reconcileWorkflow = new ReconcileWorkflow(this, 'ReconcileWorkflow', { settings, reconcile });

    const createOrder = new PaymentFunction(this, 'CreateOrder', { folder: 'create-order', settings })
      .bindPayments(payments, 'GetItem', 'PutItem')
      .bindIdempotency(idempotency, 'GetItem', 'PutItem');
    const checkout = new PaymentFunction(this, 'Checkout', { folder: 'checkout', settings })
      .bindPayments(payments, 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem')
      .bindIdempotency(idempotency, 'GetItem', 'PutItem')
      .bindWorkflow('PAYMENT_WORKFLOW_ARN', paymentWorkflow.machine)
      .bindExecutions(paymentWorkflow.machine);
    const getOrder = new PaymentFunction(this, 'GetOrder', { folder: 'get-order', settings }).bindPayments(
      payments,
      'Query',
    );
    const api = new PaymentApi(this, 'Api', { settings, createOrder, checkout, getOrder });

    const sweep = new PaymentFunction(this, 'Sweep', { folder: 'sweep', settings })
      .bindPayments(payments, 'UpdateItem')
      .bindDue(payments)
      .bindWorkflow('RECONCILE_WORKFLOW_ARN', reconcileWorkflow.machine);
    new SweepSchedule(this, 'SweepSchedule', { sweep, everySeconds: settings.reconcileIntervalSeconds });

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'PaymentWorkflowArn', { value: paymentWorkflow.machine.stateMachineArn });
    new CfnOutput(this, 'ReconcileWorkflowArn', { value: reconcileWorkflow.machine.stateMachineArn });
    new CfnOutput(this, 'ProviderSecretArn', { value: provider.secret.secretArn });

    if (settings.provider.baseUrl === PLACEHOLDER_PROVIDER_URL)
      Annotations.of(this).addWarningV2(
        'paid-once:placeholder-provider',
        `provider.baseUrl is still ${PLACEHOLDER_PROVIDER_URL}: this deployment would charge nobody.`,
      );
  }
}
