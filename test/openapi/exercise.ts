// Makes the local stack, over HTTP, and the functions' chain where no caller can get so far, give every answer that they have.

import type { Context } from 'aws-lambda';
import { vi } from 'vitest';
import { httpChain } from '#adapters/lambda/http-chain.ts';
import { keyReused } from '#core/api/key-reused.ts';
import { unauthenticated } from '#core/api/write-request.ts';
import { gatewayEvent } from '../adapters/lambda/gateway-events.ts';
import type { Answer } from '../harness/http-call.ts';
import type { World } from '../harness/world.ts';
import { operations } from './document.ts';

export interface Given {
  readonly route: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const ORDERS = 'POST /orders';
const CHECKOUT = 'POST /orders/{orderId}/checkout';
const ORDER = 'GET /orders/{orderId}';

export async function everyAnswer(world: World): Promise<Given[]> {
  const [orders, refusals, payments] = await Promise.all([orderAnswers(world), refused(world), paymentAnswers(world)]);
  return [...orders, ...refusals, ...payments, ...(await beyondACaller())];
}

async function orderAnswers({ api, placed }: World): Promise<Given[]> {
  const body = { orderId: 'documented', amount: '1.10', currency: 'EUR', draftOrderId: 'draft-1' };
  const orders = [
    await api.createOrder(body, 'k1'),
    await api.createOrder(body, 'k1'),
    await api.createOrder(body, 'k2'),
    await api.createOrder(body, 'k2'),
    await api.createOrder({ ...body, amount: '2.00' }, 'k1'),
    await api.createOrder({ ...body, amount: '2.00' }, 'k3'),
  ];
  const { orderId } = await placed();
  const reads = [await api.getOrder('documented'), await api.getOrder(orderId), await api.getOrder('nobody-made-it')];
  return [...orders.map(given(ORDERS)), ...reads.map(given(ORDER))];
}

/** Every fault that is seen before the order is. */
async function refused({ api, placed }: World): Promise<Given[]> {
  const { orderId } = await placed();
  const send = async (route: string, path: string, over: Record<string, string>, body: string) =>
    given(route)(
      await api.send('POST', path, {
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k', Prefer: 'wait=1', ...over },
        body,
      }),
    );
  const faults = (route: string, path: string) => [
    send(route, path, { 'Idempotency-Key': 'a,b' }, '{}'),
    send(route, path, {}, '{"a":1,"a":2}'),
    send(route, path, { 'Content-Type': 'text/plain' }, '{}'),
    send(route, path, {}, ' '.repeat(20_000)),
    api
      .send('POST', path, { headers: { 'Content-Type': 'application/json' }, body: '{}' })
      .then((answer) => given(route)(answer)),
  ];
  return Promise.all([
    ...faults(ORDERS, '/orders'),
    ...faults(CHECKOUT, `/orders/${orderId}/checkout`),
    send(CHECKOUT, '/orders/nobody-made-it/checkout', {}, '{"cardToken":"tok_visa"}'),
  ]);
}

async function paymentAnswers({ placed, api }: World): Promise<Given[]> {
  const stories = await Promise.all([1, 2, 3, 4, 5].map(() => placed()));
  const [paid, declined, rejected, unavailable, open] = stories as [Story, Story, Story, Story, Story];
  await rejected.provider({ mode: 'error', status: 403 });
  await unavailable.provider({ mode: 'error', status: 503 });
  await open.provider({ mode: 'slow', delaySeconds: 2, times: 1 });
  const twice = async (story: Story, card: string) => [
    await story.checkout({ key: 'k', card, prefer: 'wait=20' }),
    await story.checkout({ key: 'k', card }),
  ];
  const answers = await Promise.all([
    twice(paid, 'tok_visa'),
    twice(declined, 'tok_declined'),
    Promise.all([rejected.checkout({ prefer: 'wait=20' }), unavailable.checkout({ prefer: 'wait=20, respond-async' })]),
    openPayment(open),
  ]);
  const reads = await Promise.all(stories.map(({ orderId }) => api.getOrder(orderId)));
  return [...answers.flat().map(given(CHECKOUT)), ...reads.map(given(ORDER))];
}

type Story = Awaited<ReturnType<World['placed']>>;

const openPayment = async (story: Story): Promise<Answer[]> => [
  await story.checkout({ key: 'k', prefer: 'respond-async' }),
  await story.checkout({ key: 'k', prefer: 'respond-async, wait=0' }),
  await story.checkout({ key: 'k2', card: 'tok_other', prefer: 'wait=0' }),
  await story.checkout({ key: 'k', card: 'tok_other', prefer: 'wait=0' }),
];

/** The gateway lets nobody through whom it does not know, no request of a test breaks us, and 409 for a key is a setting. */
async function beyondACaller(): Promise<Given[]> {
  // Their log lines.
  const silent = [process.stdout, process.stderr].map((to) => vi.spyOn(to, 'write').mockReturnValue(true));
  const through = async (route: string, endpoint: Parameters<typeof httpChain>[1]): Promise<Given> => {
    const event = gatewayEvent({ routeKey: route });
    const result = await httpChain({ auth: { kind: 'iam' } }, endpoint)(event, {
      getRemainingTimeInMillis: () => 10_000,
    } as Context);
    const { statusCode, headers = {}, body } = result;
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return { route, status: statusCode, headers: Object.fromEntries(named), body: JSON.parse(body) };
  };
  const all = [...operations.keys()].flatMap((route) => [
    through(route, async () => unauthenticated()),
    through(route, () => Promise.reject(new Error('a bug'))),
  ]);
  const reused = [ORDERS, CHECKOUT].map((route) => through(route, async () => keyReused({ keyMismatchStatus: 409 })));
  const made = await Promise.all([...all, ...reused]);
  for (const spy of silent) spy.mockRestore();
  return made;
}

const given =
  (route: string) =>
  ({ status, headers, body }: Answer): Given => ({ route, status, headers: Object.fromEntries(headers), body });
