// A network between a client and the engine that misbehaves on demand, and counts every request it was given.

import { createServer, request as forwardTo, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '#local/listen.ts';

export type Fault =
  /** Answered by somebody on the way; the engine never sees it. */
  | { readonly kind: 'answer'; readonly status: number; readonly body: object | string }
  /** The connection is reset before anything is forwarded. */
  | { readonly kind: 'resetBefore' }
  /** The engine does its work, something else happens, and the answer is lost. */
  | { readonly kind: 'answerLost'; readonly meanwhile?: () => Promise<void> }
  /** The engine does its work, and its answer breaks off in the middle of the body. */
  | { readonly kind: 'answerCut' }
  /** Nothing ever happens. */
  | { readonly kind: 'hang' }
  /** As if there were no proxy. */
  | { readonly kind: 'pass' };

export interface FaultyProxy {
  readonly url: string;
  /** What arrived, in order. */
  readonly seen: { readonly operation: string; readonly body: string }[];
  /** The next requests meet these, one each; whatever comes later passes. */
  next(...faults: readonly Fault[]): void;
  always(fault: Fault): void;
  close(): Promise<void>;
}

export async function faultyProxy(engineUrl: string): Promise<FaultyProxy> {
  const seen: FaultyProxy['seen'] = [];
  let faults: Fault[] = [];
  let otherwise: Fault = { kind: 'pass' };
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray());
    seen.push({ operation: String(incoming.headers['x-amz-target']).split('.')[1] ?? '', body: body.toString() });
    const fault = faults.shift() ?? otherwise;
    switch (fault.kind) {
      case 'answer':
        return reply(response, fault.status, fault.body);
      case 'resetBefore':
        return incoming.socket.resetAndDestroy();
      case 'answerLost':
        await forward(engineUrl, incoming.headers, body);
        await fault.meanwhile?.();
        return incoming.socket.resetAndDestroy();
      case 'answerCut': {
        const answer = await forward(engineUrl, incoming.headers, body);
        response.writeHead(answer.status, { ...TYPE, 'content-length': answer.body.length });
        response.write(answer.body.subarray(0, answer.body.length / 2), () => incoming.socket.resetAndDestroy());
        return;
      }
      case 'hang':
        return;
      case 'pass': {
        const answer = await forward(engineUrl, incoming.headers, body);
        return reply(response, answer.status, answer.body);
      }
    }
  });
  const listening = await listen(server, 0);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= listening.close();
    return closed;
  };
  onTestFinished(close);
  return {
    url: listening.url,
    seen,
    close,
    next: (...given) => {
      faults = [...given];
    },
    always: (fault) => {
      otherwise = fault;
    },
  };
}

const TYPE = { 'content-type': 'application/x-amz-json-1.0' };

const reply = (response: ServerResponse, status: number, body: object | string): void => {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  response.writeHead(status, TYPE).end(text);
};

function forward(engineUrl: string, headers: IncomingHttpHeaders, body: Buffer) {
  return new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    const request = forwardTo(engineUrl, { method: 'POST', headers }, async (answer) =>
      resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(await answer.toArray()) }),
    );
    request.on('error', reject).end(body);
  });
}

/** An error as DynamoDB writes it. */
export const refusal = (name: string, more: object = {}, status = 400): Fault => ({
  kind: 'answer',
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'no', ...more },
});

/** A cancelled transaction, by the code of each of its items' reasons. */
export const cancelled = (...codes: readonly string[]): Fault =>
  refusal('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });
