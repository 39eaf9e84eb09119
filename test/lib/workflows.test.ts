// Decides what both definitions must hold whatever happens: valid, bounded, no hidden retry, no field read that is not there.

import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '#core/settings/settings.ts';
import { type Definition, definitionOf, machineOf, statesOf, type Workflow } from './definition.ts';
import { walk } from './path-walker.ts';
import { madeBefore, nameOf, permissionsOf } from './permissions.ts';
import { synthesise } from './synth.ts';

type AslValidator = (definition: unknown) => { readonly isValid: boolean; errorsText(): string };
const validate = createRequire(import.meta.url)('asl-validator') as AslValidator;

const prod = synthesise();
const ATTEMPT_FIELDS = ['$.tenantId', '$.orderId', '$.attemptId'];
const RESULT_FIELDS = ['$.Payload.kind', '$.Payload.status', '$.Payload.waitSeconds'];

const RECONCILE_STATES = [
  'Reconcile',
  'ReconcileOutcome',
  'Paid',
  'Declined',
  'NotCharged',
  'Abandoned',
  'LeftToSchedule',
];

/** Design section 4, word by word. */
const WORKFLOWS: Record<Workflow, { input: string[]; start: string; states: string[]; functions: string[] }> = {
  PaymentWorkflow: {
    input: [...ATTEMPT_FIELDS, '$.resumes', '$.sealedToken'],
    start: 'Charge',
    states: [
      ...['Charge', 'ChargeOutcome', 'Superseded', 'WaitForProvider', 'RetryCharge', 'BackOff', 'WaitBeforeReconcile'],
      ...RECONCILE_STATES,
    ],
    functions: ['Charge', 'Reconcile'],
  },
  ReconcileWorkflow: { input: ATTEMPT_FIELDS, start: 'Reconcile', states: RECONCILE_STATES, functions: ['Reconcile'] },
};

describe.each(Object.entries(WORKFLOWS) as [Workflow, (typeof WORKFLOWS)[Workflow]][])('%s', (workflow, expected) => {
  const definition = definitionOf(prod, workflow);

  test('is valid, and written in JSONPath', () => {
    expect(definition.QueryLanguage).toBeUndefined();
    const { isValid, errorsText } = validate(structuredClone(definition));
    expect(isValid ? '' : errorsText()).toBe('');
  });

  test('has just the states of the design, all of them reachable', () => {
    expect(definition.StartAt).toBe(expected.start);
    expect(Object.keys(definition.States).sort()).toEqual([...expected.states].sort());
    const { reached } = walk(definition, expected.input, RESULT_FIELDS);
    expect([...reached].sort()).toEqual([...expected.states].sort());
  });

  test('provides every field that a state reads, on every path', () => {
    expect(walk(definition, expected.input, RESULT_FIELDS).missing).toEqual([]);
  });

  test('reads every field of its input: none could be left out', () => {
    for (const field of expected.input) {
      const others = expected.input.filter((other) => other !== field);
      expect(walk(definition, others, RESULT_FIELDS).missing.join()).toContain(field);
    }
  });

  test('every Choice has a Default, every ending is a success', () => {
    for (const [name, state] of statesOf(definition, 'Choice')) expect(state.Default, name).toBeDefined();
    const ends = Object.values(definition.States).filter(({ Next, Choices }) => !Next && !Choices);
    expect(new Set(ends.map(({ Type }) => Type))).toEqual(new Set(['Succeed']));
  });

  test.each(statesOf(definition, 'Task'))(
    'task %s fails to reconcile or to the schedule, never to an end',
    (name, task) => {
      expect(task.Resource).toBe('arn:aws:states:::lambda:invoke');
      expect(task.Parameters?.FunctionName).toMatch(name === 'Reconcile' ? /:Reconcile$/ : /:Charge$/);
      expect(task.Retry?.map(({ ErrorEquals }) => ErrorEquals)).toEqual([['Lambda.TooManyRequestsException']]);
      expect(task.Retry?.[0]).toMatchObject({ JitterStrategy: 'FULL', MaxAttempts: 6, MaxDelaySeconds: 10 });
      expect(task.Catch).toEqual([
        {
          ErrorEquals: ['States.ALL'],
          ResultPath: '$.failure',
          Next: name === 'Reconcile' ? 'LeftToSchedule' : 'WaitBeforeReconcile',
        },
      ]);
      // A cold start of 10 s is not part of the function's own timeout (7 and 15).
      expect(task.TimeoutSeconds).toBeGreaterThan(10 + (name === 'Reconcile' ? 15 : 7));
    },
  );

  test('is a Standard one, traced, logged without execution data, and invokes only its own functions', () => {
    const machine = machineOf(prod, workflow);
    expect(machine.Properties).toMatchObject({
      StateMachineType: 'STANDARD',
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
    });
    const [destination] = machine.Properties.LoggingConfiguration.Destinations;
    expect(nameOf(destination.CloudWatchLogsLogGroup.LogGroupArn)).toBe(`${workflow}Logs.Arn`);
    expect(madeBefore(machine)).toEqual([`${workflow}Role`, `${workflow}RoleDefaultPolicy`, `${workflow}Telemetry`]);
    const { '*': everywhere, ...named } = permissionsOf(prod, `${workflow}Role`);
    const invokes = expected.functions.map((name) => [`${name}Function.Arn`, ['lambda:InvokeFunction']]);
    expect(named).toEqual(Object.fromEntries(invokes));
    expect(everywhere?.filter((action) => !/^(logs:\w*Log(Delivery|Deliveries|Groups)|xray:)/.test(action))).toEqual([
      'logs:DescribeResourcePolicies',
      'logs:PutResourcePolicy',
    ]);
  });
});

describe('time', () => {
  const of = (given: object, workflow: Workflow = 'PaymentWorkflow'): Definition =>
    definitionOf(synthesise({ ...given }), workflow);

  test.each([
    [{}, 1],
    [{ provider: { lookupLagSeconds: 45 } }, 45],
  ])('with %o the run waits %i s before it reconciles', (given, seconds) => {
    expect(of(given).States.WaitBeforeReconcile).toMatchObject({ Type: 'Wait', Seconds: seconds });
  });

  test.each(['WaitForProvider', 'BackOff'])('%s waits as long as the function said', (name) => {
    expect(of({}).States[name]?.SecondsPath).toBe('$.outcome.waitSeconds');
  });

  test.each<Partial<Settings>>([
    {},
    { chargeDeadlineSeconds: 2_700 },
    { attemptTimeoutSeconds: 25, backoffCapSeconds: 600, retryAfterCapSeconds: 900 },
  ])('with %o a run may last to its deadline, its longest wait, two tasks and the lookup', (given) => {
    const s = { ...DEFAULT_SETTINGS, ...given };
    const { TimeoutSeconds, States } = of(given);
    const tasks = (States.Charge?.TimeoutSeconds ?? 0) * 2 + (States.Reconcile?.TimeoutSeconds ?? 0);
    const wait = Math.max(s.backoffCapSeconds, s.retryAfterCapSeconds, s.chargeDeadlineSeconds);
    expect(TimeoutSeconds).toBeGreaterThan(s.chargeDeadlineSeconds + wait + tasks + 1);
  });

  test('a reconcile may be throttled as often as it is retried', () => {
    const { TimeoutSeconds, States } = of({}, 'ReconcileWorkflow');
    expect(TimeoutSeconds).toBeGreaterThan((States.Reconcile?.TimeoutSeconds ?? 0) + 1 + 2 + 4 + 8 + 10 + 10);
  });
});
