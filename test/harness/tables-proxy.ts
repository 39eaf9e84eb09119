// DynamoDB's wire between the functions and the engine, where a test can step in: answer itself, lose an answer, or wait.

import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface TableRequest {
  /** E.g. `UpdateItem`. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface TableReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request that a test has stepped into; it must end with `reply` or `drop`. */
export interface Exchange {
  readonly request: TableRequest;
  /** Lets the engine do it; once. */
  forward(): Promise<TableReply>;
  reply(reply: Pick<TableReply, 'status' | 'body'> & Partial<TableReply>): void;
  /** Ends the connection without a word. */
  drop(): void;
}

export type Interference = (exchange: Exchange) => Promise<void> | void;
export type Match = (request: TableRequest) => boolean;

export interface TablesProxy {
  readonly url: string;
  /** Everything that the functions asked for, in order. */
  readonly requests: readonly TableRequest[];
  /** Steps into the next `times` requests that match. The promise: all of them have come and are done with. */
  next(match: Match, interference: Interference, times?: number): Promise<void>;
  close(): Promise<void>;
}

interface Rule {
  readonly match: Match;
  readonly interference: Interference;
  left: number;
  undone: number;
  readonly done: PromiseWithResolvers<void>;
}

export async function startTablesProxy(engineUrl: string): Promise<TablesProxy> {
  const agent = new Agent({ keepAlive: true });
  const requests: TableRequest[] = [];
  const rules: Rule[] = [];

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
    const asked: TableRequest = { operation, input: JSON.parse(body.toString()) };
    requests.push(asked);
    const exchange: Exchange = {
      request: asked,
      forward: () => forward(engineUrl, agent, incoming.headers, body),
      reply: ({ status, headers = {}, body: text }) =>
        void response.writeHead(status, { ...headers, 'content-length': text.length }).end(text),
      drop: () => void incoming.socket.destroy(),
    };
    const rule = rules.find(({ match, left }) => left > 0 && match(asked));
    if (rule === undefined) return exchange.reply(await exchange.forward());
    rule.left -= 1;
    await rule.interference(exchange);
    rule.undone -= 1;
    if (rule.undone === 0) rule.done.resolve();
  }

  const server = createServer((incoming, response) => {
    response.on('error', () => {});
    // A caller that was killed has no answer to get, and the engine may be gone with it.
    answer(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next(match, interference, times = 1) {
      const done = Promise.withResolvers<void>();
      rules.push({ match, interference, left: times, undone: times, done });
      return done.promise;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

function forward(engineUrl: string, agent: Agent, headers: IncomingHttpHeaders, body: Buffer): Promise<TableReply> {
  return new Promise((resolve, reject) => {
    const sent = request(engineUrl, { method: 'POST', agent, headers }, async (response) => {
      try {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) });
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject).end(body);
  });
}
