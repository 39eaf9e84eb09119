// The middleware chain of a workflow's task: an error leaves as its name alone, for the state machine to catch.

import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { logger } from './log.ts';

/** What the state machine sees of an error: its name. Messages and causes may hold what histories must not. */
class StepFailed extends Error {
  constructor(name: string) {
    super(name);
    this.name = name;
    this.stack = '';
  }
}

const errors: middy.MiddlewareObj = {
  onError: (request) => {
    const { error } = request;
    logger.error('step failed', {
      error: error?.name,
      cause: error?.cause instanceof Error ? error.cause.name : undefined,
    });
    // Thrown from here it would carry the original as its cause.
    request.error = new StepFailed(error?.name ?? 'Error');
  },
};

/**
 * Answering before Lambda's own timeout would leave the step alive in a frozen process, to send whenever that is thawed.
 * The timeout ends the process, and nothing leaves after it.
 */
const ENDED_BY_LAMBDA_ALONE = { timeoutEarlyInMillis: 0 };

export const stepChain = <Result>(step: (event: unknown, context: Context) => Promise<Result>) =>
  middy<unknown, Result>(ENDED_BY_LAMBDA_ALONE)
    .use(errors)
    .handler((event, context) => step(event, context));
