// Decides what all tasks have in common: one result shape, one retry, one way out of every failure.

import { Duration } from 'aws-cdk-lib';
import { type IChainable, JsonPath, TaskInput, type TaskStateBase, Timeout } from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import type { Construct } from 'constructs';
import type { PaymentFunction } from '../constructs/payment-function.ts';
import { RETRY_WHEN_THROTTLED } from './task-retry.ts';

/** Where each function's answer `{kind, status, waitSeconds}` stands in the state. */
export const OUTCOME = { kind: '$.outcome.kind', status: '$.outcome.status', waitSeconds: '$.outcome.waitSeconds' };

export interface OutcomeTaskProps {
  readonly invokes: PaymentFunction;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly timeoutSeconds: number;
  /** Entered after any failure. It may read the run's input only: a failed first task leaves no outcome. */
  readonly onFailure: IChainable;
  readonly comment: string;
}

export const outcomeTask = (scope: Construct, id: string, props: OutcomeTaskProps): TaskStateBase =>
  new LambdaInvoke(scope, id, {
    comment: props.comment,
    lambdaFunction: props.invokes.lambda,
    payload: TaskInput.fromObject(props.payload),
    // CDK would retry Lambda's own errors, after which a charge may be under way.
    retryOnServiceExceptions: false,
    taskTimeout: Timeout.duration(Duration.seconds(props.timeoutSeconds)),
    resultSelector: {
      kind: JsonPath.stringAt('$.Payload.kind'),
      status: JsonPath.stringAt('$.Payload.status'),
      waitSeconds: JsonPath.numberAt('$.Payload.waitSeconds'),
    },
    resultPath: '$.outcome',
  })
    .addRetry(RETRY_WHEN_THROTTLED)
    .addCatch(props.onFailure, { errors: ['States.ALL'], resultPath: '$.failure' });
