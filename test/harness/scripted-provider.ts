// A provider that answers each charge as its test wrote it down, for replies that no sane provider gives.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { LoggedRequest, ProviderClient } from './provider-client.ts';

/** A charge as it was asked for. */
export interface AskedCharge {
  readonly amount: number;
  readonly currency: string;
  readonly merchant_reference: string;
}

export type ScriptedReply =
  | { readonly status: number; readonly json: unknown; readonly headers?: Record<string, string> }
  /** These bytes, whatever they are, and then the end of the connection. */
  | { readonly raw: string };

export interface Script {
  /** `nth`: 1 for the first charge that arrives. */
  reply(asked: AskedCharge, nth: number): ScriptedReply;
  /** What a lookup of this charge's reference lists; nothing if it is left out. */
  listed?(asked: AskedCharge): readonly object[];
}

export interface ScriptedProvider extends Omit<ProviderClient, 'control'> {
  readonly url: string;
  close(): Promise<void>;
}

/** A success whose body ends in the middle: it proves nothing, and the run asks the provider at once. */
export const BROKEN_OFF = {
  raw: 'HTTP/1.1 201 Created\r\nContent-Length: 200\r\n\r\n{"id":"ch_1","status":"succ',
};

export const succeeded = (asked: AskedCharge, changed: object = {}) => ({
  id: 'ch_scripted',
  status: 'succeeded',
  amount: asked.amount,
  currency: asked.currency,
  merchant_reference: asked.merchant_reference,
  created_at: '2026-01-01T00:00:00.000Z',
  ...changed,
});

export async function startScriptedProvider(script: Script): Promise<ScriptedProvider> {
  const requests: LoggedRequest[] = [];
  const charges: AskedCharge[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (request.method === 'GET') {
      const reference = new URL(request.url ?? '', 'http://provider').searchParams.get('merchant_reference');
      const asked = charges.find(({ merchant_reference }) => merchant_reference === reference);
      requests.push(logged(request, body, reference));
      return send(response, { status: 200, json: { data: (asked && script.listed?.(asked)) ?? [], has_more: false } });
    }
    const asked = JSON.parse(body.toString()) as AskedCharge;
    requests.push(logged(request, body, asked.merchant_reference));
    charges.push(asked);
    send(response, script.reply(asked, charges.length));
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: async () => requests,
    charges: async () => [],
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, reply: ScriptedReply): void {
  if ('raw' in reply) response.socket?.end(reply.raw);
  else
    response
      .writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers })
      .end(JSON.stringify(reply.json));
}

const logged = (request: IncomingMessage, body: Buffer, reference: string | null): LoggedRequest => ({
  at: new Date().toISOString(),
  method: request.method ?? '',
  idempotencyKey: request.headers['idempotency-key']?.toString() ?? null,
  bodySha256: body.length === 0 ? null : createHash('sha256').update(body).digest('hex'),
  merchantReference: reference,
  answered: 'none',
  replayed: false,
});
