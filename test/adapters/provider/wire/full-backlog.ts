// A port of the loopback on which connecting neither succeeds nor fails: its server accepts nobody and its queue is full.

import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** Listens, tells its port, and then blocks its event loop, so that the kernel alone takes connections: two of them. */
const STUCK_SERVER = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

export async function fullBacklog(): Promise<number> {
  const worker = new Worker(STUCK_SERVER, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const fillers = Array.from({ length: 8 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => {}));
  onTestFinished(async () => {
    for (const filler of fillers) filler.destroy();
    await worker.terminate();
  });
  await Promise.race(fillers.map((filler) => once(filler, 'connect')));
  return port;
}
