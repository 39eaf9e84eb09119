// Where the functions' SDK clients find the emulated services: AWS JSON over HTTP, by `X-Amz-Target`.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { JsonObject } from '../json.ts';
import { type Listening, listen } from '../listen.ts';
import { AwsError } from './aws-error.ts';
import type { Operations } from './operations.ts';

export interface Endpoint extends Listening {
  /** The functions' environment needs the URL before there is anything to answer with. */
  open(operations: Operations): void;
}

export async function startEndpoint(): Promise<Endpoint> {
  let operations: Operations = {};
  const server = createServer((request, response) => void answer(operations, request, response));
  return {
    ...(await listen(server, 0)),
    open(given) {
      operations = given;
    },
  };
}

async function answer(operations: Operations, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const target = String(request.headers['x-amz-target']);
    const operation = operations[target];
    if (operation === undefined) throw new AwsError('UnknownOperationException', `${target} is not emulated`);
    const caller = request.url?.split('/')[1] ?? '';
    send(response, 200, operation((await json(request)) as JsonObject, caller));
  } catch (error) {
    const known = error instanceof AwsError;
    const code = known ? error.code : 'InternalFailure';
    send(response, known ? 400 : 500, { __type: code, message: String((error as Error).message) });
  }
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}
