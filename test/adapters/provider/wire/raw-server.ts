// Real servers on a free port of the loopback that answer as badly as a test wants.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface RawServer {
  readonly port: number;
  readonly url: URL;
  /** Everything that arrived, one text per connection. */
  readonly received: readonly string[];
}

type OnRequest = (socket: Socket, request: string) => void;

/** Calls `answer` when a whole request has arrived. Its end waits until every client's socket is gone. */
export async function rawServer(answer: OnRequest): Promise<RawServer> {
  return listening(createServer(), 'connection', 'http:', answer);
}

export async function tlsServer(options: TlsOptions, answer: OnRequest): Promise<RawServer> {
  return listening(createTlsServer(options), 'secureConnection', 'https:', answer);
}

/** Calls `greet` on connection, before a byte was read. */
export async function eagerServer(greet: (socket: Socket) => void): Promise<RawServer> {
  const server = createServer(greet);
  return listening(server, 'connection', 'http:', () => {});
}

async function listening(server: Server, event: string, protocol: string, answer: OnRequest): Promise<RawServer> {
  const received: string[] = [];
  server.on(event, (socket: Socket) => {
    const index = received.push('') - 1;
    socket.on('error', () => {}); // a client that gives up resets us
    socket.on('data', (bytes) => {
      const text = `${received[index]}${bytes.toString('latin1')}`;
      received[index] = text;
      if (isWhole(text)) answer(socket, text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A socket that the client forgot to destroy would keep this from ending.
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { port, url: new URL(`${protocol}//127.0.0.1:${port}/v1/charges?x=1`), received };
}

function isWhole(text: string): boolean {
  const [head = '', body] = text.split('\r\n\r\n', 2);
  return body !== undefined && body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

/** A port where nobody listens: it was free a moment ago. */
export async function refusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** One HTTP/1.1 reply, as bytes. */
export const http = (status: string, headers: Readonly<Record<string, string | number>>, body = ''): string =>
  [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');

export const whole = (status: string, body: string, headers: Record<string, string> = {}): string =>
  http(status, { ...headers, 'content-length': Buffer.byteLength(body) }, body);
