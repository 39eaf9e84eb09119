// How the demo talks to the stack: as a shop would, over HTTP, and as a person who watches the local routes.

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Api {
  createOrder(orderId: string, amount: string): Promise<Reply>;
  checkout(orderId: string, key: string, cardToken: string, prefer?: string): Promise<Reply>;
  getOrder(orderId: string): Promise<Reply>;
  /** Runs the schedule now, as EventBridge would every minute. */
  runSchedule(): Promise<{ due: number; started: number; errors: number }>;
}

export function createApi(api: string): Api {
  const post = (path: string, key: string, body: object, headers: Record<string, string> = {}) =>
    call(`${api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `"${key}"`, ...headers },
      body: JSON.stringify(body),
    });
  return {
    createOrder: (orderId, amount) => post('/orders', `order-${orderId}`, { orderId, amount, currency: 'TRY' }),
    checkout: (orderId, key, cardToken, prefer) =>
      post(`/orders/${orderId}/checkout`, key, { cardToken }, prefer === undefined ? {} : { prefer }),
    getOrder: (orderId) => call(`${api}/orders/${orderId}`),
    runSchedule: async () => {
      const { body } = await call(`${api}/_local/schedules/run`, { method: 'POST' });
      return body as { due: number; started: number; errors: number };
    },
  };
}

export async function call(url: string, init?: RequestInit): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}
