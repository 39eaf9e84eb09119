// How far one fresh connection comes: it is handed out established, or failed with the phase that it had reached.

import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ConnectionPhase } from '#core/outcome/outcome.ts';
import { errorCodeOf } from './error-code.ts';

export type Opened =
  | { readonly kind: 'established'; readonly socket: Socket }
  | { readonly kind: 'failed'; readonly phase: Exclude<ConnectionPhase, 'established'>; readonly code: string };

/** `timeoutMs` covers lookup, connect and TLS together: the customer waits for their sum. Never rejects. */
export function openConnection(url: URL, timeoutMs: number): Promise<Opened> {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  // A name server never sees an address, and an address is no server name (RFC 6066).
  const named = isIP(host) === 0;
  let phase: Exclude<ConnectionPhase, 'established'> = named ? 'lookup' : 'connect';

  return new Promise((resolve) => {
    const socket = secure
      ? connectTls({ host, port, ALPNProtocols: ['http/1.1'], ...(named ? { servername: host } : {}) })
      : connectTcp({ host, port });
    const timer = setTimeout(() => fail('CONNECT_TIMEOUT'), timeoutMs);
    const fail = (code: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ kind: 'failed', phase, code });
    };
    const established = (): void => {
      clearTimeout(timer);
      resolve({ kind: 'established', socket });
    };
    socket.on('lookup', (error) => {
      if (error === null) phase = 'connect';
    });
    socket.on('connect', () => {
      if (secure) phase = 'tls';
      else established();
    });
    socket.on('secureConnect', established);
    // These stay on for the socket's life: a promise settles once, and a late error must find a listener.
    socket.on('error', (error) => fail(errorCodeOf(error)));
    socket.on('close', () => fail('CLOSED'));
  });
}
