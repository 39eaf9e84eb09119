// A fake provider behind a door: whoever brings the secret that counts now is let in, everybody else is answered 401.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startProvider } from '#local/provider/server.ts';
import { providerClient } from './provider-client.ts';

/** A charge that came to the door. */
export interface Visit {
  readonly key: string;
  readonly secret: string;
  readonly letIn: boolean;
}

export async function startGuardedProvider(secret: string) {
  const provider = await startProvider();
  const visits: Visit[] = [];
  let counts: string | null = secret;

  async function meet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = 'GET', url = '', headers } = request;
    const shown = (headers.authorization ?? '').replace(/^Bearer /, '');
    const key = String(headers['idempotency-key']);
    if (method === 'POST') visits.push({ key, secret: shown, letIn: shown === counts });
    if (shown !== counts) return void response.writeHead(401).end('{"error":{"code":"invalid_credentials"}}');
    const asked = { 'content-type': 'application/json', 'idempotency-key': key };
    const answer = await fetch(provider.url + url, method === 'POST' ? { method, headers: asked, body } : {});
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  }

  const server = createServer((request, response) => void meet(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    visits: visits as readonly Visit[],
    charges: providerClient(provider.url).charges,
    /** From now on this one counts, and no other; null: none does. */
    accept(next: string | null): void {
      counts = next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await provider.close();
    },
  };
}
