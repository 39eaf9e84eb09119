// What an HTTP endpoint's chain does around it: who calls, the one log line, and no error but a problem document.

import type { Context } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { httpChain } from '#adapters/lambda/http-chain.ts';
import type { GatewayEvent } from '#adapters/lambda/payload-format.ts';
import { answer } from '#core/api/answer.ts';
import { readWrite } from '#core/api/write-request.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';
import type { AuthSettings } from '#core/settings/settings.ts';
import { gatewayEvent, SHAPES } from './gateway-events.ts';
import { printed } from './printed.ts';

const context = { awsRequestId: 'lambda-1', getRemainingTimeInMillis: () => 10_000 } as Context;

type Endpoint = Parameters<typeof httpChain>[1];

async function call(endpoint: Endpoint, event: GatewayEvent = gatewayEvent(), auth: AuthSettings = { kind: 'iam' }) {
  const said = printed();
  const response = await httpChain({ auth }, endpoint)(event, context);
  return { response, body: JSON.parse(response.body), log: said() };
}

const writes: Endpoint = async (request) => {
  const read = readWrite(request, () => ({ kind: 'valid', request: {} }));
  return read.kind === 'refused' ? read.answer : answer(200, { tenant: read.tenant });
};

describe.each(SHAPES)('%s: a write', (_shape, event) => {
  const iam = { accountId: '123456789012', userId: 'AROAEXAMPLE:alice' };
  const headers = [
    ['Content-Type', 'application/json'],
    ['Idempotency-Key', 'a'],
  ] as const;
  const body = '{}';

  test('that is signed is its signer’s', async () => {
    const { response, body: answered } = await call(writes, event({ iam, headers, body }));
    expect(response.statusCode).toBe(200);
    expect(answered).toEqual({ tenant: tenantIdOf('123456789012:AROAEXAMPLE') });
  });

  test('that nobody signed is 401', async () => {
    const { response, body: answered } = await call(writes, event({ headers, body }));
    expect(response.statusCode).toBe(401);
    expect(response.headers?.['Content-Type']).toBe('application/problem+json');
    expect(answered.type).toBe('urn:paid-once:unauthenticated');
  });

  test('that is signed where tokens are asked for is 401', async () => {
    const auth = { kind: 'jwt', issuer: 'https://login.example', audience: ['a'], tenantClaim: 'sub' } as const;
    expect((await call(writes, event({ iam, headers, body }), auth)).response.statusCode).toBe(401);
  });

  test('with two different keys is 400', async () => {
    const twice = [...headers, ['Idempotency-Key', 'b'] as const];
    const { response, body: answered } = await call(writes, event({ iam, headers: twice, body }));
    expect([response.statusCode, answered.type]).toEqual([400, 'urn:paid-once:key-invalid']);
  });

  test('is one log line that names the route, and neither path nor caller', async () => {
    const route = '/orders/{orderId}/checkout';
    const { log } = await call(writes, event({ iam, headers, body, route, pathParameters: { orderId: '1001' } }));
    expect(JSON.parse(log)).toMatchObject({ message: 'request', route: `POST ${route}`, requestId: 'request-1' });
    expect(log).not.toMatch(/1001|AROAEXAMPLE/);
  });
});

describe('an endpoint that throws', () => {
  const secret = 'tok_visa_4242';
  class StoreUnavailable extends Error {
    override readonly name = 'StoreUnavailable';
  }
  const thrown = () => {
    const cause = new TypeError(`cannot read ${secret}`);
    return Object.assign(new StoreUnavailable(`no answer for ${secret}`, { cause }), { $response: { body: secret } });
  };

  test.each<[string, () => unknown]>([
    ['an error with a cause', thrown],
    ['a plain error', () => new Error(secret)],
    ['something that is no error', () => ({ secret })],
    ['text', () => secret],
  ])('%s is answered with a problem that tells nothing of it', async (_what, make) => {
    const { response, body, log } = await call(async () => {
      throw make();
    });
    expect(response.statusCode).toBe(500);
    expect(response.headers).toMatchObject({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
    expect(body).toMatchObject({ type: 'urn:paid-once:internal', status: 500 });
    expect(Object.keys(body).sort()).toEqual(['detail', 'status', 'title', 'type']);
    expect(JSON.stringify(response) + log).not.toMatch(/4242|TypeError: |http-chain|node_modules/);
  });

  test('is logged by the names of its error and its cause', async () => {
    const { log } = await call(async () => {
      throw thrown();
    });
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ level: 'ERROR', error: 'StoreUnavailable', cause: 'TypeError' }]);
  });
});

test('an endpoint is not answered for shortly before its timeout: it would live on, frozen', async () => {
  const soon = { ...context, getRemainingTimeInMillis: () => 6 } as Context;
  const slow = httpChain({ auth: { kind: 'iam' } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return answer(202, {});
  });
  printed();
  expect(await slow(gatewayEvent(), soon)).toMatchObject({ statusCode: 202 });
});

test('a request is one log line: route, status, request id, and no body', async () => {
  const event = gatewayEvent({ body: '{"cardToken":"tok_visa"}' });
  const { log } = await call(async () => answer(202, { orderId: 'order-in-body' }), event);
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ message: 'request', route: 'POST /orders', status: 202, requestId: 'request-1' }]);
  expect(log).not.toMatch(/tok_visa|order-in-body/);
});
