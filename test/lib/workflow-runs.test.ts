// Decides which states each path of the design's picture goes through, by executing both definitions.

import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionTimeoutError } from 'aws-local-stepfunctions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitionOf } from './definition.ts';
import { type Answer, type Outcome, runner, type Script } from './run-workflow.ts';
import { synthesise } from './synth.ts';

const prod = synthesise();
const pay = runner(definitionOf(prod, 'PaymentWorkflow'));
const reconcile = runner(definitionOf(prod, 'ReconcileWorkflow'));

const ATTEMPT = { tenantId: 'tenant', orderId: '1001', attemptId: 'attempt' };
const INPUT = { ...ATTEMPT, resumes: 0, sealedToken: 'sealed' };

const settled = (status: string): Outcome => ({ kind: 'settled', status, waitSeconds: null });
const waiting = (kind: string): Outcome => ({ kind, status: null, waitSeconds: 3 });
const bare = (kind: string): Outcome => ({ kind, status: null, waitSeconds: null });

const CHARGE = ['Charge', 'ChargeOutcome'];
const POLL = ['WaitForProvider', 'RetryCharge', 'ChargeOutcome'];
const AGAIN = ['BackOff', 'RetryCharge', 'ChargeOutcome'];
const LOOKUP = ['WaitBeforeReconcile', 'Reconcile'];
const ASKED = [...LOOKUP, 'ReconcileOutcome'];
const succeeded = [settled('Succeeded')];

const PATHS: [string, Script, string[]][] = [
  ['approved', { Charge: succeeded }, [...CHARGE, 'Paid']],
  ['declined', { Charge: [settled('Declined')] }, [...CHARGE, 'Declined']],
  ['proved not charged', { Charge: [settled('Failed')] }, [...CHARGE, 'NotCharged']],
  ['a newer run took over', { Charge: [bare('superseded')] }, [...CHARGE, 'Superseded']],
  [
    '409, then approved',
    { Charge: [waiting('stillProcessing')], RetryCharge: succeeded },
    [...CHARGE, ...POLL, 'Paid'],
  ],
  ['transient, then approved', { Charge: [waiting('retry')], RetryCharge: succeeded }, [...CHARGE, ...AGAIN, 'Paid']],
  [
    'transient, 409, transient, then superseded',
    { Charge: [waiting('retry')], RetryCharge: [waiting('stillProcessing'), waiting('retry'), bare('superseded')] },
    [...CHARGE, ...AGAIN, ...POLL, ...AGAIN, 'Superseded'],
  ],
  ['unknown, found charged', { Charge: [bare('unknown')], Reconcile: succeeded }, [...CHARGE, ...ASKED, 'Paid']],
  [
    'unknown, found declined',
    { Charge: [bare('unknown')], Reconcile: [settled('Declined')] },
    [...CHARGE, ...ASKED, 'Declined'],
  ],
  [
    'unknown, proved not charged',
    { Charge: [bare('unknown')], Reconcile: [settled('Failed')] },
    [...CHARGE, ...ASKED, 'NotCharged'],
  ],
  [
    'unknown, given up',
    { Charge: [bare('unknown')], Reconcile: [settled('Abandoned')] },
    [...CHARGE, ...ASKED, 'Abandoned'],
  ],
  [
    'unknown, still unknown',
    { Charge: [bare('unknown')], Reconcile: [bare('unknown')] },
    [...CHARGE, ...ASKED, 'LeftToSchedule'],
  ],
  [
    'transient, then unknown',
    { Charge: [waiting('retry')], RetryCharge: [bare('unknown')], Reconcile: succeeded },
    [...CHARGE, ...AGAIN, ...ASKED, 'Paid'],
  ],
  ['the charge task fails', { Charge: ['Lambda.Unknown'], Reconcile: succeeded }, ['Charge', ...ASKED, 'Paid']],
  [
    'a later charge task fails',
    { Charge: [waiting('retry')], RetryCharge: ['Lambda.Unknown'], Reconcile: succeeded },
    [...CHARGE, 'BackOff', 'RetryCharge', ...ASKED, 'Paid'],
  ],
  [
    'the lookup task fails',
    { Charge: [bare('unknown')], Reconcile: ['Lambda.Unknown'] },
    [...CHARGE, ...LOOKUP, 'LeftToSchedule'],
  ],
  ['every task fails', { Charge: ['Error'], Reconcile: ['Error'] }, ['Charge', ...LOOKUP, 'LeftToSchedule']],
  [
    'an outcome that nobody knows',
    { Charge: [bare('surprise')], Reconcile: [bare('surprise')] },
    [...CHARGE, ...ASKED, 'LeftToSchedule'],
  ],
  [
    'a status that nobody knows',
    { Charge: [settled('Open')], Reconcile: [settled('Open')] },
    [...CHARGE, ...ASKED, 'LeftToSchedule'],
  ],
];

describe('PaymentWorkflow', () => {
  test.each(PATHS)('%s', async (_path, script, states) => {
    expect((await pay(INPUT, script)).entered).toEqual(states);
  });

  test('the happy path is 3 states and 1 call', async () => {
    const { entered, payloads } = await pay(INPUT, { Charge: succeeded });
    expect(entered).toHaveLength(3);
    expect(payloads).toEqual({ Charge: [{ ...INPUT, previous: 'none' }] });
  });

  test('each charge learns what the one before it ended with', async () => {
    const { payloads } = await pay(INPUT, {
      Charge: [waiting('retry')],
      RetryCharge: [waiting('stillProcessing'), ...succeeded],
    });
    expect(payloads.RetryCharge).toEqual([
      { ...INPUT, previous: 'retry' },
      { ...INPUT, previous: 'stillProcessing' },
    ]);
  });

  test('a lookup is given the attempt, and not the card', async () => {
    const { payloads } = await pay(INPUT, { Charge: ['Lambda.Unknown'], Reconcile: [bare('unknown')] });
    expect(payloads.Reconcile).toEqual([ATTEMPT]);
  });

  test.each([
    'Lambda.Unknown',
    'Sandbox.Timedout',
    'Runtime.ExitError',
    'Runtime.OutOfMemory',
    'Lambda.ServiceException',
    'Lambda.AWSLambdaException',
    'Lambda.SdkClientException',
    'Lambda.ClientExecutionTimeoutException',
    'States.Timeout',
    'States.TaskFailed',
    'TypeError',
  ])('%s is not retried: the charge may be under way', async (name) => {
    const { payloads, entered } = await pay(INPUT, { Charge: [name], Reconcile: [bare('unknown')] });
    expect(payloads.Charge).toHaveLength(1);
    expect(entered).toContain('Reconcile');
  });

  test('a throttled charge was not invoked, so it is called again', async () => {
    const throttled = Array<Answer>(3).fill('Lambda.TooManyRequestsException');
    const { payloads, entered } = await pay(INPUT, { Charge: [...throttled, ...succeeded] });
    expect(payloads.Charge).toHaveLength(4);
    expect(entered.at(-1)).toBe('Paid');
  });

  test('a charge that stays throttled goes to reconcile, never to an end', async () => {
    const { payloads, entered } = await pay(INPUT, {
      Charge: ['Lambda.TooManyRequestsException'],
      Reconcile: [settled('Failed')],
    });
    expect(payloads.Charge).toHaveLength(1 + 6);
    expect(entered).toEqual(['Charge', ...ASKED, 'NotCharged']);
  });

  test('whatever a step goes on answering, the run is ended by its own time limit, and nothing catches that', async () => {
    const definition = definitionOf(prod, 'PaymentWorkflow');
    expect(definition.TimeoutSeconds).toBeGreaterThan(0);
    const brief = runner({ ...definition, TimeoutSeconds: 1 });
    const again = async () => {
      await sleep(10);
      return waiting('retry');
    };
    await expect(brief(INPUT, { Charge: [again], RetryCharge: [again] })).rejects.toThrow(ExecutionTimeoutError);
  });

  const anyAnswer = fc.oneof(
    fc.constantFrom<Answer>('Lambda.Unknown', 'States.Timeout', 'Lambda.TooManyRequestsException'),
    fc.constantFrom(...['Succeeded', 'Declined', 'Failed', 'Abandoned', 'Open'].map(settled)),
    fc.constantFrom(...['superseded', 'unknown', 'surprise'].map(bare)),
    fc.constantFrom(...['stillProcessing', 'retry'].map(waiting)),
  );

  test('whatever the functions answer, a run ends in success and its output tells nothing of the card', async () => {
    const answers = fc.array(anyAnswer, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(answers, answers, anyAnswer, async (first, later, lookup) => {
        const script = { Charge: first, RetryCharge: [...later, bare('unknown')], Reconcile: [lookup] };
        const { entered, output } = await pay(INPUT, script);
        expect(entered.at(-1)).toMatch(/^(Paid|Declined|NotCharged|Superseded|Abandoned|LeftToSchedule)$/);
        expect(JSON.stringify(output)).not.toContain('sealed');
        if (entered.at(-1) === 'LeftToSchedule') expect(output).toEqual({});
        else expect(Object.keys(output as object).sort()).toEqual(['kind', 'status', 'waitSeconds']);
      }),
      { numRuns: 150 },
    );
  });
});

describe('ReconcileWorkflow', () => {
  test.each<[Answer, string[]]>([
    [settled('Succeeded'), ['Reconcile', 'ReconcileOutcome', 'Paid']],
    [settled('Declined'), ['Reconcile', 'ReconcileOutcome', 'Declined']],
    [settled('Failed'), ['Reconcile', 'ReconcileOutcome', 'NotCharged']],
    [settled('Abandoned'), ['Reconcile', 'ReconcileOutcome', 'Abandoned']],
    [bare('unknown'), ['Reconcile', 'ReconcileOutcome', 'LeftToSchedule']],
    ['Lambda.Unknown', ['Reconcile', 'LeftToSchedule']],
    ['Lambda.TooManyRequestsException', ['Reconcile', 'LeftToSchedule']],
  ])('%o', async (answer, states) => {
    const { entered, payloads } = await reconcile(ATTEMPT, { Reconcile: [answer] });
    expect(entered).toEqual(states);
    expect(payloads.Reconcile?.[0]).toEqual(ATTEMPT);
  });
});
