// Between the functions and the tables: counts each request and the capacity that the engine says it consumed.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Counted {
  readonly operation: string;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** A condition did not hold. The engine reports no units for it; AWS charges at least one an item, two in a transaction. */
  readonly refused: boolean;
  readonly refusedUnits: number;
  readonly sent: SentRequest;
}

/** As it came, so that it can be sent again. */
export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CountingProxy {
  readonly url: string;
  /** What was counted since it was asked last. */
  take(): Counted[];
  close(): Promise<void>;
}

interface Capacity {
  readonly CapacityUnits?: number;
}

const READS = new Set(['GetItem', 'Query', 'BatchGetItem', 'TransactGetItems']);
const REFUSALS = /ConditionalCheckFailed|TransactionCanceled/;

export async function startCountingProxy(engine: string): Promise<CountingProxy> {
  let counted: Counted[] = [];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const sent = { headers: passedOn(request.headers), body };
    const asked = JSON.stringify({ ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' });
    const answer = await fetch(engine, { method: 'POST', headers: sent.headers, body: asked });
    const text = await answer.text();
    const { ConsumedCapacity, __type } = JSON.parse(text) as { ConsumedCapacity?: Capacity; __type?: string };
    const refused = REFUSALS.test(__type ?? '');
    const refusedUnits = refused ? leastUnits(JSON.parse(body)) : 0;
    counted.push({ operation, refused, refusedUnits, sent, ...units(operation, ConsumedCapacity) });
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = counted;
      counted = [];
      return taken;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function passedOn({
  'content-length': _length,
  host: _host,
  connection: _connection,
  ...headers
}: IncomingHttpHeaders) {
  return headers as Record<string, string>;
}

function units(operation: string, consumed: Capacity | readonly Capacity[] | undefined) {
  const total = [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  return READS.has(operation) ? { readUnits: total, writeUnits: 0 } : { readUnits: 0, writeUnits: total };
}

const leastUnits = ({ TransactItems }: { TransactItems?: readonly unknown[] }): number =>
  TransactItems === undefined ? 1 : 2 * TransactItems.length;

export interface TableTotals {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly refused: number;
  readonly refusedUnits: number;
}

export const totalOf = (counted: readonly Counted[]): TableTotals => ({
  requests: counted.length,
  readUnits: counted.reduce((sum, { readUnits }) => sum + readUnits, 0),
  writeUnits: counted.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
  refused: counted.filter(({ refused }) => refused).length,
  refusedUnits: counted.reduce((sum, { refusedUnits }) => sum + refusedUnits, 0),
});
