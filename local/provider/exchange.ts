/** Takes one HTTP request through the provider: read, log, route, and do to the socket what the reply says. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, answered, failure, type Reply } from './reply.ts';
import { type ReceivedRequest, readRequest } from './request.ts';
import { type Provider, route } from './routes.ts';

export async function exchange(provider: Provider, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', () => {}); // a client may hang up at any moment; its charge goes on
  const request = await readRequest(incoming);
  if (request === undefined) return;
  const logged = request.url.pathname.startsWith('/v1/') ? provider.state.requests.add(request) : undefined;
  const reply = await replyTo(provider, request);
  switch (reply.kind) {
    case 'silence':
      return;
    case 'reset':
      incoming.socket.resetAndDestroy();
      return;
    case 'answer': {
      if (incoming.socket.destroyed) return;
      if (logged) Object.assign(logged, { answered: reply.answer.status, replayed: reply.replayed });
      write(response, reply.answer);
    }
  }
}

async function replyTo(provider: Provider, request: ReceivedRequest): Promise<Reply> {
  try {
    return await route(provider, request);
  } catch (bug) {
    console.error(bug);
    return answered(failure(500, 'internal_error', 'the fake provider itself failed'));
  }
}

function write(response: ServerResponse, { status, body, headers }: Answer): void {
  response.statusCode = status;
  if (body !== '') response.setHeader('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  response.end(body);
}
