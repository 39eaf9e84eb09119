// What becomes of an invocation, what a function can see, and how many run at a time.

import { afterAll, describe, expect, it } from 'vitest';
import type { FunctionDefinition } from '#local/lambda/definition.ts';
import { workerEnvironment } from '#local/lambda/environment.ts';
import { createPool, type Pool } from '#local/lambda/pool.ts';
import { FIXTURE_ASSEMBLY } from '../fixtures/fixture-stack.ts';

const ENDPOINTS = { dynamodb: 'http://127.0.0.1:1', aws: 'http://127.0.0.1:2' };
const pools: Pool[] = [];
const lines: string[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

function poolOf(given: Partial<FunctionDefinition> = {}): Pool {
  const definition: FunctionDefinition = {
    name: 'Task',
    codeFolder: `${FIXTURE_ASSEMBLY}/asset.code`,
    handler: 'index.task',
    timeoutSeconds: 1,
    memoryMb: 128,
    reservedConcurrency: undefined,
    environment: { GREETING: 'hello' },
    ...given,
  };
  const pool = createPool(definition, workerEnvironment(definition, ENDPOINTS), (line) => lines.push(line));
  pools.push(pool);
  return pool;
}

const ANSWER = { kind: 'answered', payload: { kind: 'answer' } };
const failed = (errorType: string, errorMessage: unknown) => ({
  kind: 'failed',
  error: expect.objectContaining({ errorType, errorMessage }),
});

describe('an invocation', () => {
  const pool = poolOf();

  // Error shapes: "Lambda function handler in Node.js" and "Handling errors in Step Functions", AWS documentation.
  it.each([
    ['answers', 'answer', ANSWER],
    ['answers nothing', 'nothing', { kind: 'answered', payload: null }],
    ['throws', 'throw', failed('FixtureError', 'no such luck')],
    ['throws what is no error', 'reject', failed('string', 'plain text')],
    ['never answers', 'hang', failed('Sandbox.Timedout', expect.stringMatching(/Task timed out after 1\.00 seconds$/))],
    ['never lets go', 'spin', failed('Sandbox.Timedout', expect.stringMatching(/timed out/))],
    ['exits', 'exit', failed('Lambda.Unknown', expect.stringMatching(/exit status 3/))],
    ['fails beside its handler', 'stray', failed('Lambda.Unknown', expect.stringMatching(/stray/))],
    ['runs out of memory', 'fill', failed('Lambda.Unknown', expect.stringMatching(/memory limit/))],
  ])('%s', async (_, deed, result) => {
    const { timeoutSeconds } = deed === 'fill' ? { timeoutSeconds: 30 } : { timeoutSeconds: 1 };
    const own = deed === 'fill' ? poolOf({ timeoutSeconds, memoryMb: 32 }) : pool;
    expect(await own.invoke({ do: deed })).toEqual(result);
    // Whatever became of it, the next one has an instance.
    expect(await own.invoke({ do: 'answer' })).toEqual(ANSWER);
  });

  it('has its trace as lines', async () => {
    const result = await pool.invoke({ do: 'throw' });
    const { trace } = (result as { error: { trace: string[] } }).error;
    expect(trace.slice(0, 2)).toEqual(['FixtureError: no such luck', expect.stringMatching(/^ {4}at /)]);
  });

  it('finds a module that cannot be loaded, or has no such handler, again and again', async () => {
    const missing = poolOf({ handler: 'gone.handler' });
    expect(await missing.invoke({})).toEqual(failed('Runtime.ImportModuleError', expect.stringMatching(/gone/)));
    expect(await missing.invoke({})).toEqual(failed('Runtime.ImportModuleError', expect.anything()));
    expect(await poolOf({ handler: 'index.gone' }).invoke({})).toEqual(
      failed('Runtime.HandlerNotFound', 'index.gone is undefined or not exported'),
    );
  });

  it('is printed with the name of its function', async () => {
    await pool.invoke({ do: 'print' });
    await expect
      .poll(() => lines)
      .toEqual(expect.arrayContaining(['[Task] printed to stdout', '[Task] printed to stderr']));
  });
});

describe('an instance', () => {
  it('sees the environment of its function and nothing of this process', async () => {
    process.env.SECRET_OF_THE_PARENT = 'x';
    const result = await poolOf({ handler: 'index.echo', name: 'Echo', timeoutSeconds: 9 }).invoke({ a: 1 });
    delete process.env.SECRET_OF_THE_PARENT;
    const { body } = (result as unknown as { payload: { body: string } }).payload;
    const { env, event, context } = JSON.parse(body);
    expect(env).toMatchObject({
      GREETING: 'hello',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_DYNAMODB: ENDPOINTS.dynamodb,
      AWS_ENDPOINT_URL_SFN: `${ENDPOINTS.aws}/Echo`,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: ENDPOINTS.aws,
      AWS_LAMBDA_FUNCTION_NAME: 'Echo',
    });
    expect(Object.keys(env)).not.toContain('SECRET_OF_THE_PARENT');
    expect(Object.keys(env)).not.toContain('PATH');
    expect(event).toEqual({ a: 1 });
    expect(context).toMatchObject({
      functionName: 'Echo',
      memoryLimitInMB: '128',
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(context.remaining).toBeGreaterThan(8_000);
    expect(context.remaining).toBeLessThanOrEqual(9_000);
  });

  it('is used again for the next invocation', async () => {
    const pool = poolOf();
    expect(await pool.invoke({ do: 'count' })).toMatchObject({ payload: { count: 1 } });
    expect(await pool.invoke({ do: 'count' })).toMatchObject({ payload: { count: 2 } });
  });
});

describe('concurrency', () => {
  it('that is reserved refuses the call beyond it, and takes the next when there is room', async () => {
    const pool = poolOf({ reservedConcurrency: 2, timeoutSeconds: 5 });
    const calls = await Promise.all([1, 2, 3].map(() => pool.invoke({ do: 'pause' })));
    expect(calls).toEqual([ANSWER, ANSWER, { kind: 'throttled' }]);
    expect(await pool.invoke({ do: 'answer' })).toEqual(ANSWER);
  });

  it('that is not reserved refuses nothing', async () => {
    const pool = poolOf({ timeoutSeconds: 20 });
    const calls = await Promise.all(Array.from({ length: 150 }, () => pool.invoke({ do: 'answer' })));
    expect(calls).toEqual(Array(150).fill(ANSWER));
  });

  it('never puts two invocations into one instance at a time', async () => {
    const pool = poolOf({ timeoutSeconds: 10 });
    const calls = await Promise.all(Array.from({ length: 8 }, () => pool.invoke({ do: 'alone' })));
    expect(calls).toEqual(Array(8).fill({ kind: 'answered', payload: { together: 1 } }));
  });
});

it('a closed pool ends what runs and takes nothing more', async () => {
  const pool = poolOf({ timeoutSeconds: 60 });
  await pool.invoke({ do: 'answer' });
  const running = pool.invoke({ do: 'hang' });
  await pool.close();
  expect(await running).toMatchObject({ kind: 'failed', error: { errorType: 'Lambda.Unknown' } });
  expect(await pool.invoke({ do: 'answer' })).toMatchObject({ kind: 'failed' });
});
