// One provider URL in front of many providers, byte for byte: each order has a provider, and so a mode, of its own.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Lane {
  /** URL of the provider that this order's requests go to. */
  target: string;
  /** Runs when a whole charge has arrived, before the provider sees any of it. */
  beforeCharge?: (() => Promise<void> | void) | undefined;
  /** Runs when the provider has begun to answer a charge, before the caller sees any of it. */
  beforeReply?: (() => Promise<void> | void) | undefined;
}

export interface ProviderSwitch {
  readonly url: string;
  /** By order id. */
  readonly lanes: Map<string, Lane>;
  close(): Promise<void>;
}

export async function startProviderSwitch(): Promise<ProviderSwitch> {
  const lanes = new Map<string, Lane>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let received = Buffer.alloc(0);
    const collect = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      if (!isWhole(received)) return;
      socket.off('data', collect);
      const lane = lanes.get(orderOf(received.toString()) ?? '');
      if (lane === undefined) socket.resetAndDestroy();
      else void forward(socket, received, lane);
    };
    socket.on('data', collect);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lanes,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Our provider client makes one request a connection, so what comes back is its one reply, or its end. */
async function forward(socket: Socket, request: Buffer, lane: Lane): Promise<void> {
  const isCharge = request.subarray(0, 5).toString() === 'POST ';
  if (isCharge) await lane.beforeCharge?.();
  const { hostname, port } = new URL(lane.target);
  const provider = connect(Number(port), hostname);
  provider.on('error', () => socket.resetAndDestroy());
  // A caller that hangs up is seen by the provider too; a charge in progress goes on there.
  socket.on('close', () => provider.destroy());
  provider.write(request);
  provider.once('data', async (first: Buffer) => {
    provider.pause();
    if (isCharge) await lane.beforeReply?.();
    socket.write(first);
    provider.pipe(socket);
  });
  provider.on('end', () => socket.end());
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(bytes.toString('latin1', 0, end))?.[1] ?? '0';
  return bytes.length >= end + 4 + Number(length);
}

/** `<10 characters>-<orderId>-<32 characters>`, in a charge's body or a lookup's query. */
const orderOf = (request: string): string | undefined =>
  /merchant_reference(?:=|":")[A-Z2-7]{10}-([A-Za-z0-9_-]{1,36})-[0-9a-f]{32}/.exec(request)?.[1];
