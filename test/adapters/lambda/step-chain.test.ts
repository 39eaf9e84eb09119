// What leaves a workflow's task: its result, or an error's name, and nothing that the error knows.

import { inspect } from 'node:util';
import type { Context } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { stepChain } from '#adapters/lambda/step-chain.ts';
import { printed } from './printed.ts';

const context = { awsRequestId: 'lambda-1', getRemainingTimeInMillis: () => 10_000 } as Context;
const SECRET = 'tok_visa_4242';

class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

async function failureOf(thrown: unknown) {
  const said = printed();
  const run = stepChain(async () => {
    throw thrown;
  });
  const error = await run({}, context).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error: error as Error, log: said() };
}

test('a result leaves as it is', async () => {
  const result = { kind: 'settled', status: 'Succeeded', waitSeconds: 1 };
  expect(await stepChain(async (event) => ({ ...result, event }))({ a: 1 }, context)).toEqual({
    ...result,
    event: { a: 1 },
  });
});

test('a step is given its context', async () => {
  expect(await stepChain(async (_event, { awsRequestId }) => awsRequestId)({}, context)).toBe('lambda-1');
});

test('a step is not answered for shortly before its timeout: it would live on, frozen, and send when it is thawed', async () => {
  const soon = { ...context, getRemainingTimeInMillis: () => 6 } as Context;
  const slow = stepChain(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return 'done';
  });
  expect(await slow({}, soon)).toBe('done');
});

describe('an error', () => {
  const cause = Object.assign(new TypeError(`cannot read ${SECRET}`), { $response: { body: SECRET } });
  const rich = () => Object.assign(new StoreUnavailable(`no answer for ${SECRET}`, { cause }), { body: SECRET });

  test('leaves by its name, for the state machine to catch', async () => {
    const { error } = await failureOf(rich());
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('StoreUnavailable');
  });

  test.each<[string, unknown]>([
    ['with a cause and more', rich()],
    ['that is plain', new Error(SECRET)],
    ['that is none', { SECRET }],
    ['that is text', SECRET],
  ])('%s: no message, stack, cause or property of it leaves', async (_what, thrown) => {
    const { error, log } = await failureOf(thrown);
    // Lambda writes name, message and stack into the execution's history, and every property into its log.
    expect(error.message).toBe(error.name);
    expect(error.stack ?? '').toBe('');
    expect(error.cause).toBeUndefined();
    expect(Object.keys(error).filter((key) => key !== 'name' && key !== 'stack')).toEqual([]);
    expect(inspect(error, { depth: 10, showHidden: true }) + log).not.toContain('4242');
  });

  test('is logged by the names of its error and its cause', async () => {
    const { log } = await failureOf(rich());
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ level: 'ERROR', error: 'StoreUnavailable', cause: 'TypeError' }]);
    expect(log).not.toContain('4242');
  });
});
