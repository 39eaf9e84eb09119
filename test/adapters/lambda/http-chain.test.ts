// What an HTTP endpoint's chain does around it: header names, the one log line, and no error but a problem document.

import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { httpChain } from '#adapters/lambda/http-chain.ts';
import { answer } from '#core/api/answer.ts';
import type { HttpRequest } from '#core/api/http-request.ts';
import { readWrite } from '#core/api/write-request.ts';
import { gatewayEvent } from './gateway-events.ts';
import { printed } from './printed.ts';

const context = { awsRequestId: 'lambda-1', getRemainingTimeInMillis: () => 10_000 } as Context;

async function call(endpoint: Parameters<typeof httpChain>[0], event: Parameters<typeof gatewayEvent>[0] = {}) {
  const said = printed();
  const response = (await httpChain(endpoint)(gatewayEvent(event), context)) as APIGatewayProxyStructuredResultV2;
  return { response, body: JSON.parse(response.body ?? '{}'), log: said() };
}

async function requestSeen(event: Parameters<typeof gatewayEvent>[0]): Promise<HttpRequest> {
  const seen: HttpRequest[] = [];
  await call(async (request) => {
    seen.push(request);
    return answer(200, {});
  }, event);
  return seen[0] as HttpRequest;
}

describe('the request', () => {
  test('has its header names in lower case, however they came', async () => {
    const headers = { 'Idempotency-Key': '"a"', 'CONTENT-TYPE': 'application/json', prefer: 'wait=1' };
    expect((await requestSeen({ headers })).headers).toMatchObject({
      'idempotency-key': '"a"',
      'content-type': 'application/json',
      prefer: 'wait=1',
    });
  });

  test('may come without headers', async () => {
    expect((await requestSeen({ headers: null as never })).headers).toEqual({});
  });

  test('that nobody signed is 401', async () => {
    const { response, body } = await call(
      async (request) => {
        const read = readWrite(request, () => ({ kind: 'valid', request: {} }));
        return read.kind === 'refused' ? read.answer : answer(200, {});
      },
      { authorizer: null },
    );
    expect(response.statusCode).toBe(401);
    expect(response.headers?.['Content-Type']).toBe('application/problem+json');
    expect(body.type).toBe('urn:paid-once:unauthenticated');
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
  const slow = httpChain(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return answer(202, {});
  });
  printed();
  expect(await slow(gatewayEvent(), soon)).toMatchObject({ statusCode: 202 });
});

test('a request is one log line: route, status, request id, and no body', async () => {
  const { log } = await call(async () => answer(202, { orderId: 'order-in-body' }), {
    body: '{"cardToken":"tok_visa"}',
  });
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ message: 'request', route: 'POST /orders', status: 202, requestId: 'request-1' }]);
  expect(log).not.toMatch(/tok_visa|order-in-body/);
});
