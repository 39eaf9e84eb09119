// How executions run, end and are named, seen through the SDK clients that the functions use.

import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  InvalidExecutionInput,
  InvalidName,
  SFNClient,
  StartExecutionCommand,
  StateMachineDoesNotExist,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFixtureStack } from '../fixtures/fixture-stack.ts';

const MACHINES = 'arn:aws:states:us-east-1:123456789012:stateMachine';
let stack: Awaited<ReturnType<typeof startFixtureStack>>;
let sfn: SFNClient;
let secrets: SecretsManagerClient;

beforeAll(async () => {
  stack = await startFixtureStack();
  // The functions' own environment is the only place that tells the endpoints.
  const { env } = (await (await fetch(`${stack.api}/open`)).json()) as { env: Record<string, string> };
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  sfn = new SFNClient({ region: 'us-east-1', endpoint: env.AWS_ENDPOINT_URL_SFN ?? '', credentials });
  secrets = new SecretsManagerClient({
    region: 'us-east-1',
    endpoint: env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
    credentials,
  });
});
afterAll(() => stack.close());

const start = (name: string, input: object, machine = 'Workflow') =>
  sfn.send(
    new StartExecutionCommand({ stateMachineArn: `${MACHINES}:${machine}`, name, input: JSON.stringify(input) }),
  );
const describeRun = (executionArn = '') => sfn.send(new DescribeExecutionCommand({ executionArn }));
const ended = (executionArn = '') =>
  expect.poll(async () => (await describeRun(executionArn)).status, { timeout: 15_000 }).not.toBe('RUNNING');
const statesOf = async (name: string) => {
  const response = await fetch(`${stack.api}/_local/executions/${name}`);
  return ((await response.json()) as { states: Record<string, unknown>[] }).states;
};

describe('an execution', () => {
  it('runs the template definition with the functions as its tasks', async () => {
    const { executionArn, startDate } = await start('plain', { do: 'answer' });
    expect(executionArn).toBe('arn:aws:states:us-east-1:123456789012:execution:Workflow:plain');
    expect(startDate?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    await ended(executionArn);
    const found = await describeRun(executionArn);
    expect(found).toMatchObject({
      status: 'SUCCEEDED',
      name: 'plain',
      stateMachineArn: `${MACHINES}:Workflow`,
      input: '{"do":"answer"}',
    });
    expect(JSON.parse(found.output ?? '')).toEqual({ do: 'answer', outcome: { kind: 'answer' } });
    expect(found.stopDate?.getTime()).toBeGreaterThanOrEqual(found.startDate?.getTime() ?? Number.NaN);
  });

  it.each([
    ['hang', 'Sandbox.Timedout'],
    ['exit', 'Lambda.Unknown'],
    ['throw', 'FixtureError'],
  ])('whose function does "%s" catches %s with the cause that AWS gives', async (deed, error) => {
    const { executionArn } = await start(`caught-${deed}`, { do: deed });
    await ended(executionArn);
    const { status, output } = await describeRun(executionArn);
    const { failure } = JSON.parse(output ?? '');
    expect(status).toBe('SUCCEEDED');
    expect(failure.Error).toBe(error);
    expect(JSON.parse(failure.Cause)).toMatchObject({ errorType: error, errorMessage: expect.any(String) });
    expect((await statesOf(`caught-${deed}`)).map(({ name }) => name)).toEqual(['Work', 'Left']);
  });

  it('retries a throttled call and goes on', async () => {
    const [first, second] = await Promise.all([
      start('narrow-1', { do: 'pause' }, 'Narrow'),
      start('narrow-2', { do: 'pause' }, 'Narrow'),
    ]);
    await ended(first.executionArn);
    await ended(second.executionArn);
    const retries = await Promise.all(['narrow-1', 'narrow-2'].map(statesOf));
    const [work] = retries.flat().filter((state) => state.retries !== undefined);
    expect(work).toMatchObject({ name: 'Work', error: 'Lambda.TooManyRequestsException' });
  });

  it('fails with the error of its Fail state, and times out by its own limit', async () => {
    const refused = await start('refused', { do: 'refuse' });
    const late = await start('late', { do: 'wait' }, 'Hasty');
    await ended(refused.executionArn);
    await ended(late.executionArn);
    expect(await describeRun(refused.executionArn)).toMatchObject({
      status: 'FAILED',
      error: 'Fixture.Refused',
      cause: 'asked to',
    });
    expect(await describeRun(late.executionArn)).toMatchObject({ status: 'TIMED_OUT' });
  });

  it('is stopped where it waits', async () => {
    const { executionArn } = await start('stopped', { do: 'wait' });
    await expect.poll(async () => (await statesOf('stopped')).at(-1)?.name).toBe('Pause');
    await sfn.send(new StopExecutionCommand({ executionArn: executionArn ?? '', error: 'Person', cause: 'enough' }));
    expect(await describeRun(executionArn)).toMatchObject({ status: 'ABORTED', error: 'Person', cause: 'enough' });
  });
});

// Rules: StartExecution in the Step Functions API reference.
describe('a name', () => {
  it('means the same execution while it runs and has the same input', async () => {
    const first = await start('once', { do: 'wait' });
    const again = await start('once', { do: 'wait' });
    expect(again).toMatchObject({ executionArn: first.executionArn, startDate: first.startDate });
    await expect(start('once', { do: 'answer' })).rejects.toBeInstanceOf(ExecutionAlreadyExists);
    await sfn.send(new StopExecutionCommand({ executionArn: first.executionArn ?? '' }));
    await expect(start('once', { do: 'wait' })).rejects.toBeInstanceOf(ExecutionAlreadyExists);
  });

  it('is its own in each machine, and made up when not given', async () => {
    const here = await start('shared', { do: 'answer' });
    const there = await start('shared', { do: 'answer' }, 'Hasty');
    expect(here.executionArn).not.toBe(there.executionArn);
    const unnamed = await sfn.send(
      new StartExecutionCommand({ stateMachineArn: `${MACHINES}:Workflow`, input: '{"do":"answer"}' }),
    );
    expect(unnamed.executionArn).toMatch(/:[0-9a-f-]{36}$/);
  });
});

it('what cannot be is refused in the shape that the SDK knows', async () => {
  await expect(describeRun(`${MACHINES}:none`)).rejects.toBeInstanceOf(ExecutionDoesNotExist);
  await expect(start('x', {}, 'None')).rejects.toBeInstanceOf(StateMachineDoesNotExist);
  await expect(start('with blank', {})).rejects.toBeInstanceOf(InvalidName);
  const noJson = new StartExecutionCommand({ stateMachineArn: `${MACHINES}:Workflow`, input: '{' });
  await expect(sfn.send(noJson)).rejects.toBeInstanceOf(InvalidExecutionInput);
});

it('the secret of the template has a fixed value until another one is put, others do not exist', async () => {
  const SecretId = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:SecretE53511DA-local0';
  const { env } = (await (await fetch(`${stack.api}/open`)).json()) as { env: Record<string, string> };
  const found = await secrets.send(new GetSecretValueCommand({ SecretId: env.SECRET_ARN ?? SecretId }));
  expect(found).toMatchObject({ ARN: env.SECRET_ARN, SecretString: 'local-secret', VersionStages: ['AWSCURRENT'] });
  const put = await secrets.send(new PutSecretValueCommand({ SecretId: found.ARN, SecretString: 'rotated' }));
  expect(put.VersionId).not.toBe(found.VersionId);
  const rotated = await secrets.send(new GetSecretValueCommand({ SecretId: found.Name }));
  expect(rotated).toMatchObject({ ARN: found.ARN, SecretString: 'rotated', VersionId: put.VersionId });
  for (const unknown of [
    new GetSecretValueCommand({ SecretId: 'other' }),
    new PutSecretValueCommand({ SecretId: 'other', SecretString: 'x' }),
  ])
    await expect(secrets.send(unknown as GetSecretValueCommand)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
});
