// Decides how the schedule asks about one attempt whose outcome is unknown: the same states that a payment ends in.

import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Settings } from '#core/settings/settings.ts';
import type { PaymentFunction } from '../constructs/payment-function.ts';
import { reconcileRunSeconds } from '../time-limits.ts';
import { reconcileEndings } from './endings.ts';
import { reconcileStates } from './reconcile-states.ts';
import { standardMachine } from './standard-machine.ts';

export interface ReconcileWorkflowProps {
  readonly settings: Settings;
  readonly reconcile: PaymentFunction;
}

/** Input: `{tenantId, orderId, attemptId}`. */
export class ReconcileWorkflow extends Construct {
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, { settings, reconcile }: ReconcileWorkflowProps) {
    super(scope, id);
    this.machine = standardMachine(this, {
      stage: settings.stage,
      comment: 'Asks the provider about one attempt whose outcome is unknown.',
      start: reconcileStates(this, { settings, reconcile, endings: reconcileEndings(this) }),
      invokes: [reconcile],
      timeoutSeconds: reconcileRunSeconds(settings),
    });
  }
}
