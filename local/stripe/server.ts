/** Starts a Stripe-shaped provider inside this process: real HTTP, state in memory, PaymentIntents and their search. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../listen.ts';
import type { Reply } from '../provider/reply.ts';
import { readRequest } from '../provider/request.ts';
import { State } from '../provider/state.ts';
import { route, type Stripe } from './routes.ts';

export interface RunningStripe {
  url: string;
  port: number;
  /** Cuts every connection; what was still to be charged is not. */
  close(): Promise<void>;
}

/** `port` 0, the default: a free one. */
export async function startStripe({ port = 0 }: { port?: number } = {}): Promise<RunningStripe> {
  const stripe: Stripe = { state: new State() };
  const server = createServer((incoming, response) => void exchange(stripe, incoming, response));
  const { url, close } = await listen(server, port);
  return {
    url,
    port: Number(new URL(url).port),
    close: async () => {
      stripe.state.end();
      await close();
    },
  };
}

async function exchange(stripe: Stripe, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', () => {}); // a client may hang up at any moment; its charge goes on
  const request = await readRequest(incoming);
  if (request === undefined) return;
  const logged = request.url.pathname.startsWith('/v1/') ? stripe.state.requests.add(request) : undefined;
  const reply = await route(stripe, request, incoming.headers.authorization);
  if (reply.kind === 'reset') incoming.socket.resetAndDestroy();
  if (reply.kind !== 'answer' || incoming.socket.destroyed) return;
  if (logged) Object.assign(logged, { answered: reply.answer.status, replayed: reply.replayed });
  write(response, reply);
}

function write(response: ServerResponse, { answer, replayed }: Extract<Reply, { kind: 'answer' }>): void {
  response.statusCode = answer.status;
  if (answer.body !== '') response.setHeader('Content-Type', 'application/json');
  // error-low-level: a stored server error stays what it is, however often it is asked for.
  if (replayed && answer.status >= 500) response.setHeader('Stripe-Should-Retry', 'false');
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  response.end(answer.body);
}
