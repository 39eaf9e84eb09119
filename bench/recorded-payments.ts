// The requests that payments make of the tables, recorded once and sent again, byte for byte, to an engine without us.

import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Counted, SentRequest } from './counting-proxy.ts';

export interface RecordedPayments {
  /** What made the tables and the orders. */
  readonly before: readonly SentRequest[];
  /** Of each payment, in order. */
  readonly payments: readonly (readonly SentRequest[])[];
}

/** A provider's health names no order: its requests are dealt out, one a payment, as they were made. */
export function recordedPayments(before: readonly Counted[], paid: readonly Counted[], orders: readonly string[]) {
  const of = new Map<string, SentRequest[]>(orders.map((order) => [order, []]));
  const shared: SentRequest[] = [];
  for (const { sent } of paid) {
    const order = /\bbench-\d+\b/.exec(sent.body)?.[0];
    const own = order === undefined ? undefined : of.get(order);
    (own ?? shared).push(sent);
  }
  const payments = [...of.values()];
  for (const [i, sent] of shared.entries()) payments[i % payments.length]?.splice(2, 0, sent);
  return { before: before.map(({ sent }) => sent), payments } satisfies RecordedPayments;
}

export function senderTo(engine: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ headers, body }: SentRequest): Promise<number> =>
    new Promise((resolve, reject) => {
      const length = String(Buffer.byteLength(body));
      const sent = request(
        engine,
        { method: 'POST', agent, headers: { ...headers, 'content-length': length } },
        (answer) => {
          buffer(answer).then(() => resolve(answer.statusCode ?? 0), reject);
        },
      );
      sent.on('error', reject).end(body);
    });
  return {
    async all(requests: readonly SentRequest[]): Promise<void> {
      for (const one of requests) {
        const status = await send(one);
        if (status !== 200) throw new Error(`the engine answered ${status} to a request that it had taken before`);
      }
    },
    close: () => agent.destroy(),
  };
}
