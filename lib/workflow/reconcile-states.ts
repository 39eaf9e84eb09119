// Decides what a lookup leads to: an ending that it proved, or the schedule.

import { Choice, Condition, JsonPath, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Settings } from '#core/settings/settings.ts';
import type { PaymentFunction } from '../constructs/payment-function.ts';
import { taskTimeoutSeconds } from '../time-limits.ts';
import type { ReconcileEndings } from './endings.ts';
import { OUTCOME, outcomeTask } from './outcome-task.ts';

/** The attempt that a run is about, in the run's input. */
export const ATTEMPT = {
  tenantId: JsonPath.stringAt('$.tenantId'),
  orderId: JsonPath.stringAt('$.orderId'),
  attemptId: JsonPath.stringAt('$.attemptId'),
};

export const settledAs = (status: string): Condition =>
  Condition.and(Condition.stringEquals(OUTCOME.kind, 'settled'), Condition.stringEquals(OUTCOME.status, status));

export interface ReconcileStatesProps {
  readonly settings: Settings;
  readonly reconcile: PaymentFunction;
  readonly endings: ReconcileEndings;
}

/** Answers the first state. */
export function reconcileStates(
  scope: Construct,
  { settings, reconcile, endings }: ReconcileStatesProps,
): TaskStateBase {
  const outcome = new Choice(scope, 'ReconcileOutcome')
    .when(settledAs('Succeeded'), endings.paid)
    .when(settledAs('Declined'), endings.declined)
    .when(settledAs('Failed'), endings.notCharged)
    .when(settledAs('Abandoned'), endings.abandoned)
    .otherwise(endings.leftToSchedule);
  const task = outcomeTask(scope, 'Reconcile', {
    comment: 'Asks the provider about this attempt.',
    invokes: reconcile,
    payload: ATTEMPT,
    timeoutSeconds: taskTimeoutSeconds(settings, 'reconcile'),
    onFailure: endings.leftToSchedule,
  });
  task.next(outcome);
  return task;
}
