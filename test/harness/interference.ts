// What can happen to a write on its way, in DynamoDB's own shapes.

import type { Exchange, Interference, TableRequest } from './tables-proxy.ts';

const SERVICE = 'com.amazonaws.dynamodb.v20120810#';
const headers = { 'content-type': 'application/x-amz-json-1.0' };

const refuse = ({ reply }: Exchange, status: number, type: string, more: object = {}): void =>
  reply({
    status,
    headers,
    body: Buffer.from(JSON.stringify({ __type: type, message: 'as the test wants it', ...more })),
  });

const itemsOf = ({ input }: TableRequest): unknown[] => (input.TransactItems as unknown[] | undefined) ?? [];

/** A transaction tells why item by item, a single write by its type. */
const cancelled = (exchange: Exchange, code: string): void =>
  refuse(exchange, 400, `${SERVICE}TransactionCanceledException`, {
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${code}]`,
    CancellationReasons: itemsOf(exchange.request).map((_, i) =>
      i === 0 ? { Code: code, Message: code } : { Code: 'None' },
    ),
  });

/** Another transaction holds the item: nothing was written. */
export const conflict: Interference = (exchange) =>
  itemsOf(exchange.request).length > 0
    ? cancelled(exchange, 'TransactionConflict')
    : refuse(exchange, 400, `${SERVICE}TransactionConflictException`);

/** Too many requests: nothing was written. */
export const throttled: Interference = (exchange) =>
  itemsOf(exchange.request).length > 0
    ? cancelled(exchange, 'ThrottlingError')
    : refuse(exchange, 400, `${SERVICE}ProvisionedThroughputExceededException`);

/** It is written, and the connection ends before its answer. */
export const answerLost: Interference = async ({ forward, drop }) => {
  await forward();
  drop();
};

/** It is written, and the answer is an error of the service. */
export const answeredWith500: Interference = async (exchange) => {
  await exchange.forward();
  refuse(exchange, 500, `${SERVICE}InternalServerError`);
};

/** It is written, and no answer ever comes. */
export const neverAnswered: Interference = async ({ forward }) => {
  await forward();
};

export interface Gate {
  readonly interference: Interference;
  /** The request has come. */
  readonly reached: Promise<TableRequest>;
  /** Lets it go on. @returns the engine's status for it */
  release(): Promise<number>;
}

/** Keeps the next request that comes, or its answer, until it is released. */
export function gate(what: 'request' | 'answer'): Gate {
  const reached = Promise.withResolvers<TableRequest>();
  const opened = Promise.withResolvers<void>();
  const status = Promise.withResolvers<number>();
  return {
    reached: reached.promise,
    release() {
      opened.resolve();
      return status.promise;
    },
    async interference({ request, forward, reply }) {
      if (what === 'request') {
        reached.resolve(request);
        await opened.promise;
      }
      const answer = await forward();
      if (what === 'answer') {
        reached.resolve(request);
        await opened.promise;
      }
      status.resolve(answer.status);
      reply(answer);
    },
  };
}
