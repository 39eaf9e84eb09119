// Who answers on the API's port: the local-only routes first, then the template's HTTP API.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Listening, listen } from '../listen.ts';
import { portError } from '../start-error.ts';
import { gatewayMessage, type HttpResponse, INTERNAL_SERVER_ERROR } from './response.ts';

/** undefined: not mine, ask the next. */
export type Responder = (request: IncomingMessage) => Promise<HttpResponse | undefined>;

export interface Gateway extends Listening {
  /** Until then every request is answered with 503. */
  open(responders: readonly Responder[]): void;
}

/** Takes the port at once, before anything slow, so that a taken one is known early. */
export async function startGateway(port: number, log: (line: string) => void): Promise<Gateway> {
  let respond: Responder = async () => gatewayMessage(503, 'Service Unavailable');
  const server = createServer(async (request, response) => {
    const answer = await respond(request).catch((error: unknown) => {
      log(`gateway: ${(error as Error).stack ?? error}`);
      return INTERNAL_SERVER_ERROR;
    });
    write(response, answer ?? gatewayMessage(404, 'Not Found'));
  });
  const listening = await listen(server, port).catch((error: unknown) => {
    throw portError(error, port, '--port');
  });
  return {
    ...listening,
    open(responders) {
      respond = async (request) => {
        for (const responder of responders) {
          const answer = await responder(request);
          if (answer !== undefined) return answer;
        }
        return undefined;
      };
    },
  };
}

function write(response: ServerResponse, { status, headers, cookies, body }: HttpResponse): void {
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  // Nothing follows a 204, and nothing may say how much (RFC 9110, section 8.6).
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': body.length });
  response.end(body);
}
