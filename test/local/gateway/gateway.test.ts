// What a caller over HTTP gets from the API and from the local-only routes.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '#local/gateway/server.ts';
import { startFixtureStack } from '../fixtures/fixture-stack.ts';

let stack: Awaited<ReturnType<typeof startFixtureStack>>;
const folder = mkdtempSync(join(tmpdir(), 'paid-once-test-'));
beforeAll(async () => {
  stack = await startFixtureStack();
});
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true });
});

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(stack.api + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe('the API', () => {
  it('reaches the function of the route with the gateway event', async () => {
    const response = await call(
      'POST',
      '/orders/10%2001/checkout?a=1',
      { cardToken: 'tok' },
      { 'X-Local-Principal': 'shop' },
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const { event, env } = (await response.json()) as { event: Record<string, unknown>; env: Record<string, string> };
    expect(event).toMatchObject({
      routeKey: 'POST /orders/{orderId}/checkout',
      pathParameters: { orderId: '10 01' },
      body: '{"cardToken":"tok"}',
      requestContext: { authorizer: { iam: { userId: 'shop:local-session' } } },
    });
    expect(JSON.parse(env.SETTINGS ?? '')).toMatchObject({
      syncWaitSeconds: 10,
      provider: { baseUrl: 'http://127.0.0.1:9' },
    });
    expect(env.AWS_ENDPOINT_URL_DYNAMODB).toBe(stack.dynamodb);
  });

  it.each([
    ['GET', '/nowhere', undefined, 404, 'Not Found'],
    ['DELETE', '/orders/1', undefined, 404, 'Not Found'],
    ['POST', '/task', { do: 'throw' }, 500, 'Internal Server Error'],
    ['POST', '/task', { do: 'exit' }, 500, 'Internal Server Error'],
    ['POST', '/orders/1/checkout', 'x'.repeat(10 * 1024 * 1024), 413, 'Request Entity Too Large'],
  ])('%s %s with its own message', async (method, path, body, status, message) => {
    const response = await call(method, path, body);
    expect([response.status, await response.json()]).toEqual([status, { message }]);
  });

  it('refuses a body that only turns out too large', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 11; i++) controller.enqueue(new Uint8Array(1024 * 1024));
        controller.close();
      },
    });
    const response = await fetch(`${stack.api}/orders/1/checkout`, {
      method: 'POST',
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  it('is unavailable beyond a reserved concurrency', async () => {
    const responses = await Promise.all([
      call('POST', '/narrow', { do: 'pause' }),
      call('POST', '/narrow', { do: 'pause' }),
    ]);
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 503]);
  });

  it('stops waiting at the integration timeout; the function goes on', async () => {
    const markIn = join(folder, 'timeout');
    const response = await call('POST', '/slow', { markIn, ms: 800 });
    expect([response.status, await response.json()]).toEqual([503, { message: 'Service Unavailable' }]);
    expect(existsSync(markIn)).toBe(false);
    await expect.poll(() => existsSync(markIn) && readFileSync(markIn, 'utf8'), { timeout: 5_000 }).toBe('done\n');
  });

  it('does not stop a function whose caller hangs up', async () => {
    const markIn = join(folder, 'hung-up');
    const sent = request(`${stack.api}/slow`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    sent.on('error', () => {});
    sent.end(JSON.stringify({ markIn, ms: 200 }), () => setTimeout(() => sent.destroy(), 50));
    await expect.poll(() => existsSync(markIn), { timeout: 5_000 }).toBe(true);
  });

  it('is unavailable, not silent, until it is open', async () => {
    const gateway = await startGateway(0, () => {});
    expect((await fetch(gateway.url)).status).toBe(503);
    await gateway.close();
  });
});

describe('what only the local stack answers', () => {
  it('runs the schedule now and answers when what it started has ended', async () => {
    const response = await call('POST', '/_local/schedules/run');
    expect(await response.json()).toEqual({ due: 1, started: 1, errors: 0 });
    const execution = (await (await call('GET', '/_local/executions/swept')).json()) as Record<string, unknown>;
    expect(execution).toMatchObject({
      name: 'swept',
      stateMachine: 'Workflow',
      status: 'SUCCEEDED',
      input: { do: 'pause' },
      output: { do: 'pause', outcome: { kind: 'answer' } },
      states: [
        { name: 'Work', type: 'Task', input: { do: 'pause' }, output: { do: 'pause', outcome: { kind: 'answer' } } },
        { name: 'Outcome', type: 'Choice', enteredAt: expect.any(String), exitedAt: expect.any(String) },
        { name: 'Done', type: 'Succeed' },
      ],
    });
    // The name is used up, as on AWS: the function counts that as its error.
    expect(await (await call('POST', '/_local/schedules/run')).json()).toEqual({ due: 1, started: 0, errors: 1 });
  });

  it('lists executions, newest first', async () => {
    const list = (await (await call('GET', '/_local/executions')).json()) as { name: string; startDate: string }[];
    expect(list[0]).toMatchObject({
      name: 'swept',
      stateMachine: 'Workflow',
      status: 'SUCCEEDED',
      startDate: expect.stringMatching(/Z$/),
    });
  });

  it.each(['/_local/executions/none', '/_local/executions/%E0', '/_local/other'])(
    'says that there is no %s',
    async (path) => {
      const response = await call('GET', path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ status: 404, type: expect.stringMatching(/^urn:paid-once:/) });
    },
  );

  it('has no console page yet', async () => {
    expect((await call('GET', '/console')).status).toBe(404);
  });
});
