// The command `npm run bench`: what one payment costs, as counts: states, invocations, requests, capacity units, bytes.

import { startEngine } from '../local/dynamodb/engine.ts';
import { startStack } from '../local/stack.ts';
import { type Counted, startCountingProxy } from './counting-proxy.ts';

const PAYMENTS = 20;

const post = (url: string, key: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });

const engine = await startEngine({ endpoint: undefined, db: undefined, log: () => {} });
const proxy = await startCountingProxy(engine.url);
const invocations = new Map<string, number>();
const log = (line: string) => {
  const name = /^\[(\w+)\] .*"message":"(request|send)"/.exec(line)?.[1];
  if (name) invocations.set(name, (invocations.get(name) ?? 0) + 1);
};
const stack = await startStack({ dynamodbEndpoint: proxy.url, settings: { stage: 'dev' }, log });
try {
  for (let i = 0; i < PAYMENTS; i++) {
    const id = `bench-${i}`;
    await post(`${stack.api}/orders`, `o-${id}`, { orderId: id, amount: '548.90', currency: 'TRY' });
  }
  proxy.counted.length = 0;
  invocations.clear();
  for (let i = 0; i < PAYMENTS; i++) {
    const answer = await post(`${stack.api}/orders/bench-${i}/checkout`, `c-${i}`, { cardToken: `tok_${i}` });
    if (answer.status !== 200) throw new Error(`payment ${i} was answered ${answer.status}`);
  }
  report(proxy.counted, await statesOf(stack.api));
} finally {
  await stack.close();
  await proxy.close();
  await engine.close();
}

async function statesOf(api: string): Promise<{ states: number; bytes: number }> {
  const [{ name }] = (await (await fetch(`${api}/_local/executions`)).json()) as [{ name: string }];
  const { states } = (await (await fetch(`${api}/_local/executions/${name}`)).json()) as {
    states: { input: unknown }[];
  };
  return { states: states.length, bytes: Math.max(...states.map(({ input }) => JSON.stringify(input).length)) };
}

function report(counted: readonly Counted[], { states, bytes }: { states: number; bytes: number }): void {
  const each = (n: number) => (n / PAYMENTS).toFixed(2);
  console.log(`a payment on the happy path, mean of ${PAYMENTS}`);
  console.log(`states entered          ${states}`);
  console.log(`largest state, bytes    ${bytes}`);
  console.log(`Lambda invocations      ${[...invocations].map(([name, n]) => `${name} ${each(n)}`).join(', ')}`);
  for (const operation of [...new Set(counted.map((c) => c.operation))].sort()) {
    const some = counted.filter((c) => c.operation === operation);
    const sum = (of: 'readUnits' | 'writeUnits') => some.reduce((total, c) => total + c[of], 0);
    console.log(
      `${operation.padEnd(24)}${each(some.length)} requests, ${each(sum('readUnits'))} read units, ${each(sum('writeUnits'))} write units`,
    );
  }
}
