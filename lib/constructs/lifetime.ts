// Decides what outlives the stack, and how long a log is kept.

import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Only a stage that is called `dev` may lose its payments with the stack. */
export const isDisposable = (stage: string): boolean => stage === 'dev';

export const removalPolicy = (stage: string): RemovalPolicy =>
  isDisposable(stage) ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN;

/** A log group of its own: the one that a service makes by itself is kept for ever. */
export const ownLogGroup = (scope: Construct, stage: string): LogGroup =>
  new LogGroup(scope, 'Logs', { retention: RetentionDays.ONE_MONTH, removalPolicy: removalPolicy(stage) });
