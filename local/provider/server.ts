/** Starts the fake payment provider inside this process: real HTTP, state in memory. */
import { createServer, type Server } from 'node:http';
import { exchange } from './exchange.ts';
import type { Provider } from './routes.ts';
import { State } from './state.ts';

export interface ProviderOptions {
  port?: number; // 0, the default: a free one
  host?: '127.0.0.1';
}

export interface RunningProvider {
  url: string;
  port: number;
  /** Cuts every connection; what was still to be charged is not. */
  close(): Promise<void>;
}

/** Rejects with one clear line when it cannot listen. */
export async function startProvider({ port = 0, host = '127.0.0.1' }: ProviderOptions = {}): Promise<RunningProvider> {
  const provider: Provider = { state: new State() };
  const server = createServer((incoming, response) => void exchange(provider, incoming, response));
  // Node's 5 s would let the server close a kept connection just as the client reuses it: a reset nobody asked for.
  server.keepAliveTimeout = 120_000;
  await listen(server, port, host);
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host}:${bound}`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        provider.state.end();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new Error(listenProblem(cause, port, host), { cause })),
    );
    server.listen(port, host, resolve);
  });
}

function listenProblem(cause: NodeJS.ErrnoException, port: number, host: string): string {
  if (cause.code === 'EADDRINUSE') return `port ${port} is taken: another process listens on ${host}:${port}`;
  if (cause.code === 'EACCES') return `port ${port} is not permitted: this user may not listen on ${host}:${port}`;
  return `cannot listen on ${host}:${port}: ${cause.message}`;
}
