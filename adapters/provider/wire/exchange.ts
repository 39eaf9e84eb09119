// What came back for one request on an established connection: a whole reply, or how the connection ended.

import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ATTEMPT_TIMEOUT } from '#core/outcome/classify-failure.ts';
import { errorCodeOf } from './error-code.ts';
import { readBody } from './read-body.ts';
import type { WireRequest, WireResult } from './wire.ts';

/** Writes the request, reads the reply, body included, in `timeoutMs`; the socket is gone when it settles. Never rejects. */
export function exchange(socket: Socket, wanted: WireRequest, timeoutMs: number): Promise<WireResult> {
  return new Promise((resolve) => {
    let response: IncomingMessage | null = null;
    const settle = (result: WireResult): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const fail = (code: string): void =>
      settle({ kind: 'failed', phase: 'established', code, status: response?.statusCode ?? null });
    const timer = setTimeout(() => fail(ATTEMPT_TIMEOUT), timeoutMs);

    // Closed between the handshake and now: its events are over, nobody would tell us again.
    if (socket.destroyed) return fail('CLOSED');

    // node:http takes a TLS socket as it takes any other; with `createConnection` no agent keeps or re-uses it.
    const request = httpRequest({
      createConnection: () => socket,
      method: wanted.method,
      path: wanted.url.pathname + wanted.url.search,
      headers: { host: wanted.url.host, ...wanted.headers },
    });
    // Interim replies (100, 103) are no response: node:http keeps waiting for the final one.
    request.on('response', (incoming) => {
      response = incoming;
      readBody(incoming, wanted.maxBytes, {
        done: (body) => settle({ kind: 'reply', status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        broken: fail,
      });
    });
    request.on('error', (error) => fail(errorCodeOf(error)));
    // With a response under way its own events tell how it ended: a whole body may still be in the buffer.
    request.on('close', () => {
      if (response === null) fail('CLOSED');
    });
    request.end(wanted.body ?? undefined);
  });
}
