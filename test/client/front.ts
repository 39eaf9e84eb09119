// A real HTTP server before the API, or in its place, that loses, breaks and makes up answers.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Seen {
  readonly method: string;
  readonly path: string;
  /** As it was sent, quotes included. */
  readonly key: string | undefined;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  /** What the API answered; null before it has, and when it was not asked. */
  status: number | null;
}

export type Step =
  | { readonly kind: 'forward' }
  /** The API works, and its answer never leaves. */
  | { readonly kind: 'loseAnswer' }
  /** Its answer breaks off in the body. */
  | { readonly kind: 'breakAnswer' }
  /** The connection ends at once. */
  | { readonly kind: 'reset' }
  /** Nothing comes, ever. */
  | { readonly kind: 'hang' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    };

export interface Front {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** The keys of all checkouts, one each. */
  keys(): string[];
  /** What becomes of the next requests, in turn; of those after them, what `otherwise` says. */
  next(...steps: readonly Step[]): void;
  otherwise(step: Step): void;
  close(): Promise<void>;
}

export async function startFront(target?: string): Promise<Front> {
  const seen: Seen[] = [];
  const steps: Step[] = [];
  let rest: Step = { kind: 'forward' };
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await text(request);
    const key = headers['idempotency-key'] as string | undefined;
    const one: Seen = { method, path, key, body, headers, status: null };
    seen.push(one);
    await take(steps.shift() ?? rest, one, response);
  });

  async function take(step: Step, one: Seen, response: ServerResponse): Promise<void> {
    if (step.kind === 'hang') return;
    if (step.kind === 'reset') return void response.destroy();
    if (step.kind === 'answer') {
      const json = typeof step.body === 'string' ? step.body : JSON.stringify(step.body ?? {});
      response.writeHead(step.status, step.headers).end(json);
      return;
    }
    const { method, path, key, body } = one;
    const answer = await fetch(`${target}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: method === 'GET' ? null : body,
    });
    const content = await answer.text();
    one.status = answer.status;
    if (step.kind === 'loseAnswer') return void response.destroy();
    const breaks = step.kind === 'breakAnswer';
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': content.length });
    if (!breaks) return void response.end(content);
    response.write(content.slice(0, 10), () => response.destroy());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    keys: () => [...new Set(seen.flatMap(({ method, key }) => (method === 'POST' ? [String(key)] : [])))],
    next: (...more) => void steps.push(...more),
    otherwise: (step) => {
      rest = step;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
