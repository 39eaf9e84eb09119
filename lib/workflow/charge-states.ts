// Decides what follows a send: an ending, a wait and the same key again, or a lookup.

import {
  Choice,
  Condition,
  type IChainable,
  JsonPath,
  type Succeed,
  type TaskStateBase,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { Settings } from '#core/settings/settings.ts';
import type { PaymentFunction } from '../constructs/payment-function.ts';
import { taskTimeoutSeconds } from '../time-limits.ts';
import type { ReconcileEndings } from './endings.ts';
import { OUTCOME, outcomeTask } from './outcome-task.ts';
import { ATTEMPT, settledAs } from './reconcile-states.ts';

const RUN = {
  ...ATTEMPT,
  resumes: JsonPath.numberAt('$.resumes'),
  sealedToken: JsonPath.stringAt('$.sealedToken'),
};

const kindIs = (kind: string): Condition => Condition.stringEquals(OUTCOME.kind, kind);

export interface ChargeStatesProps {
  readonly settings: Settings;
  readonly charge: PaymentFunction;
  readonly endings: Pick<ReconcileEndings, 'paid' | 'declined' | 'notCharged'> & { readonly superseded: Succeed };
  /** Entered when nobody knows whether the card was charged. */
  readonly onUnknown: IChainable;
}

/** Answers the first state. */
export function chargeStates(scope: Construct, props: ChargeStatesProps): TaskStateBase {
  const { settings, charge, endings, onUnknown } = props;
  const chargeTask = (id: string, previous: string, comment: string) =>
    outcomeTask(scope, id, {
      comment,
      invokes: charge,
      payload: { ...RUN, previous },
      timeoutSeconds: taskTimeoutSeconds(settings, 'charge'),
      onFailure: onUnknown,
    });
  const waitAsTold = (id: string, comment: string) =>
    new Wait(scope, id, { comment, time: WaitTime.secondsPath(OUTCOME.waitSeconds) });

  const first = chargeTask('Charge', 'none', 'Claims a send and makes it: one HTTP request.');
  const again = chargeTask('RetryCharge', JsonPath.stringAt(OUTCOME.kind), 'The same key and the same bytes again.');
  const outcome = new Choice(scope, 'ChargeOutcome')
    .when(settledAs('Succeeded'), endings.paid)
    .when(settledAs('Declined'), endings.declined)
    .when(settledAs('Failed'), endings.notCharged)
    .when(kindIs('superseded'), endings.superseded)
    .when(
      kindIs('stillProcessing'),
      waitAsTold('WaitForProvider', 'The provider is still at work on this key.').next(again),
    )
    .when(kindIs('retry'), waitAsTold('BackOff', 'Full jitter, or what Retry-After asked for.').next(again))
    .otherwise(onUnknown);
  first.next(outcome);
  again.next(outcome);
  return first;
}
