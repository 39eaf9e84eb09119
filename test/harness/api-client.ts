// The calls that a shop makes of our API, and those that only the local stack answers.

import { randomUUID } from 'node:crypto';
import { type Answer, call, read } from './http-call.ts';

export interface CheckoutCall {
  /** The caller's Idempotency-Key, as sent; a new one if it is left out. */
  readonly key?: string;
  readonly card?: string;
  readonly prefer?: string;
  readonly signal?: AbortSignal;
}

export interface AttemptView {
  readonly attemptId: string;
  readonly status: string;
  readonly createdAt: string;
  readonly closedAt?: string;
  readonly providerPaymentId?: string;
  readonly declineReason?: string;
  readonly late: boolean;
}

export interface OrderView {
  readonly orderId: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly attempts: readonly AttemptView[];
}

export interface ExecutionState {
  readonly name: string;
  readonly input: unknown;
  readonly output?: unknown;
  /** How often its Retry took it again. */
  readonly retries?: number;
}

export interface ExecutionView {
  readonly name: string;
  readonly stateMachine: string;
  readonly status: string;
  readonly input: Record<string, unknown>;
  readonly states: readonly ExecutionState[];
}

export interface SweepReport {
  readonly due: number;
  readonly started: number;
  readonly errors: number;
}

export type ApiClient = ReturnType<typeof apiClient>;

export function apiClient(url: string, principal = 'local') {
  const as = { 'X-Local-Principal': principal };
  const post = (path: string, body: unknown, headers: Record<string, string>, signal: AbortSignal | null = null) =>
    call(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...as, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal,
    });
  return {
    url,
    /** Any request at all. */
    send: (method: string, path: string, init: RequestInit): Promise<Answer> =>
      call(url + path, { ...init, method, headers: { ...as, ...init.headers } }),
    createOrder: (body: unknown, key: string = randomUUID()): Promise<Answer> =>
      post('/orders', body, { 'Idempotency-Key': key }),
    checkout: (orderId: string, { key = randomUUID(), card = 'tok_visa', prefer, signal }: CheckoutCall = {}) =>
      post(
        `/orders/${orderId}/checkout`,
        { cardToken: card },
        { 'Idempotency-Key': key, ...(prefer === undefined ? {} : { Prefer: prefer }) },
        signal,
      ),
    getOrder: (orderId: string): Promise<Answer> => call(`${url}/orders/${orderId}`, { headers: as }),
    order: (orderId: string) => read<OrderView>(`${url}/orders/${orderId}`, { headers: as }),
    sweep: () => read<SweepReport>(`${url}/_local/schedules/run`, { method: 'POST' }),
    executions: () => read<Omit<ExecutionView, 'input' | 'states'>[]>(`${url}/_local/executions`),
    execution: (name: string) => read<ExecutionView>(`${url}/_local/executions/${name}`),
  };
}
