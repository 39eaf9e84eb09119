// Decides how one attempt is paid: charge, wait, retry with the same key, and one lookup when nobody knows.

import { Duration } from 'aws-cdk-lib';
import { type StateMachine, Wait, WaitTime } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Settings } from '#core/settings/settings.ts';
import type { PaymentFunction } from '../constructs/payment-function.ts';
import { lookupWaitSeconds, paymentRunSeconds } from '../time-limits.ts';
import { chargeStates } from './charge-states.ts';
import { reconcileEndings, superseded } from './endings.ts';
import { reconcileStates } from './reconcile-states.ts';
import { standardMachine } from './standard-machine.ts';

export interface PaymentWorkflowProps {
  readonly settings: Settings;
  readonly charge: PaymentFunction;
  readonly reconcile: PaymentFunction;
}

/** Input: `{tenantId, orderId, attemptId, resumes, sealedToken}`. */
export class PaymentWorkflow extends Construct {
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, { settings, charge, reconcile }: PaymentWorkflowProps) {
    super(scope, id);
    const endings = reconcileEndings(this);
    // A fixed time: a task that failed leaves no outcome to read one from.
    const waitBeforeReconcile = new Wait(this, 'WaitBeforeReconcile', {
      comment: "Until the provider's lookup can show a charge that was made.",
      time: WaitTime.duration(Duration.seconds(lookupWaitSeconds(settings))),
    });
    waitBeforeReconcile.next(reconcileStates(this, { settings, reconcile, endings }));
    this.machine = standardMachine(this, {
      stage: settings.stage,
      comment: 'Charges the customer of one attempt once, also when an answer of the provider is lost.',
      start: chargeStates(this, {
        settings,
        charge,
        endings: { ...endings, superseded: superseded(this) },
        onUnknown: waitBeforeReconcile,
      }),
      invokes: [charge, reconcile],
      timeoutSeconds: paymentRunSeconds(settings),
    });
  }
}
