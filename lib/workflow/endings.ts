// Decides how a run can end: always in success, named after what became of the attempt.

import { JsonPath, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** The output is the outcome alone: the sealed token stays out of it. */
const ending = (scope: Construct, id: string, comment: string): Succeed =>
  new Succeed(scope, id, { comment, outputPath: '$.outcome' });

export interface ReconcileEndings {
  readonly paid: Succeed;
  readonly declined: Succeed;
  readonly notCharged: Succeed;
  readonly abandoned: Succeed;
  readonly leftToSchedule: Succeed;
}

export const reconcileEndings = (scope: Construct): ReconcileEndings => ({
  paid: ending(scope, 'Paid', 'The provider charged once; the order is paid.'),
  declined: ending(scope, 'Declined', 'The provider declined the card.'),
  notCharged: ending(scope, 'NotCharged', 'Proved: nothing was charged and nothing will be.'),
  abandoned: ending(scope, 'Abandoned', 'Given up, not proved; late evidence still counts.'),
  // Also reached when a task failed before there was any outcome to read.
  leftToSchedule: new Succeed(scope, 'LeftToSchedule', {
    comment: 'Still unknown: the schedule asks the provider again.',
    outputPath: JsonPath.DISCARD,
  }),
});

export const superseded = (scope: Construct): Succeed =>
  ending(scope, 'Superseded', 'A newer run has taken over, or the attempt was closed.');
