// Between the functions and the tables: counts each request and the capacity that the engine says it consumed.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Counted {
  readonly operation: string;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface CountingProxy {
  readonly url: string;
  readonly counted: Counted[];
  close(): Promise<void>;
}

interface Capacity {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

const READS = new Set(['GetItem', 'Query', 'BatchGetItem', 'TransactGetItems']);

export async function startCountingProxy(engine: string): Promise<CountingProxy> {
  const counted: Counted[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const asked = JSON.stringify({ ...JSON.parse(Buffer.concat(chunks).toString()), ReturnConsumedCapacity: 'TOTAL' });
    const { 'content-length': _length, host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(engine, { method: 'POST', headers: headers as Record<string, string>, body: asked });
    const text = await answer.text();
    counted.push({ operation, ...units(operation, JSON.parse(text).ConsumedCapacity) });
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function units(operation: string, consumed: Capacity | readonly Capacity[] | undefined) {
  const total = [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  return READS.has(operation) ? { readUnits: total, writeUnits: 0 } : { readUnits: 0, writeUnits: total };
}
