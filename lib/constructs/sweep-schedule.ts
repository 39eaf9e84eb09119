// Decides how often the sweep runs, and that nothing but the next tick repeats it.

import { Aws, Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import type { PaymentFunction } from './payment-function.ts';

export interface SweepScheduleProps {
  readonly sweep: PaymentFunction;
  /** A multiple of 60, EventBridge Scheduler's finest step. */
  readonly everySeconds: number;
}

/** A tick that comes later than this is worth nothing: the next one is there. */
const MAX_AGE = Duration.seconds(60);

export class SweepSchedule extends Construct {
  constructor(scope: Construct, id: string, { sweep, everySeconds }: SweepScheduleProps) {
    super(scope, id);
    // The scheduler hands over asynchronously, so Lambda has retries of its own: two, unless told.
    sweep.lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: MAX_AGE });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    });
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [sweep.lambda.functionArn] }),
    );
    new Schedule(this, 'Schedule', {
      description: 'Looks for payments whose outcome is still unknown',
      schedule: ScheduleExpression.rate(Duration.minutes(everySeconds / 60)),
      target: new LambdaInvoke(sweep.lambda, {
        retryAttempts: 0,
        maxEventAge: MAX_AGE,
        // The target would add every version of the function to the role.
        role: role.withoutPolicyUpdates(),
      }),
    });
  }
}
