// One history: the synthesised workflows and the real functions, callers, a provider and trouble, until nothing more can happen.

import { renderCharge } from '#adapters/provider/http/charge-body.ts';
import type { Answer } from '#core/api/answer.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import type { PaymentProvider } from '#core/ports/payment-provider.ts';
import type { PaymentRuns, ReconcileRuns } from '#core/ports/runs.ts';
import type { Attempt } from '#core/records/attempt.ts';
import { chargeFunctionTimeoutSeconds, type Settings } from '#core/settings/settings.ts';
import { chargeInput, reconcileInput } from '#core/workflow/step-input.ts';
import { charge } from '#functions/charge/charge.ts';
import { checkout } from '#functions/checkout/checkout.ts';
import { reconcile } from '#functions/reconcile/reconcile.ts';
import { sweep } from '#functions/sweep/sweep.ts';
import type { Definition } from '../lib/definition.ts';
import { type Backing, dueAttempts, inMemory } from './backing.ts';
import { requestOf, START } from './cast.ts';
import { chanceOf } from './chance.ts';
import { faultsOf } from './faults.ts';
import { placeOrders } from './place-orders.ts';
import { type Call, lateness, type Plan } from './plan.ts';
import { type Ended, type Host, invoke, type Process } from './process.ts';
import { simulatedProvider } from './provider.ts';
import { attemptById } from './records-in.ts';
import { type ExecutionEnd, execute, named, type Task } from './state-machine.ts';
import { dueIndexOf, healthOf, storeOf } from './tables-port.ts';
import { clockwork } from './virtual-time.ts';
import { type Writer, watchOver } from './watch.ts';

export interface Machines {
  readonly settings: Settings;
  readonly payment: Definition;
  readonly reconcile: Definition;
}

export interface Told {
  readonly call: Call;
  readonly began: number;
  readonly at: number;
  /** null: the function failed or died, so the caller learnt nothing. */
  readonly answer: Answer | null;
  /** The attempt that the answer names, as it stood at that moment. */
  readonly attempt: Attempt | null;
}

const MOST_EVENTS = 60_000;
const TIMEOUTS = { checkout: 20, reconcile: 15, sweep: 50 };
const LATEST_START_SECONDS = 300;
const SWEEP_EVERY_MS = 60_000;
/** What a function may end in when something went wrong with us: it died, or gave up as it says it does. */
const FAILURES_OF_TROUBLE: ReadonlySet<string> = new Set([
  'Lambda.Unknown',
  'Sandbox.Timedout',
  'StoreUnavailable',
  'Contention',
]);
/** No invariant's name: a function that breaks down proves nothing about what it does. */
const CRASH = 'CRASH: a function failed';

type Input = { readonly attemptId: string } & Readonly<Record<string, unknown>>;

export type History = Awaited<ReturnType<typeof live>>;

export async function live(
  plan: Plan,
  { settings, payment, reconcile: reconcileDefinition }: Machines,
  backing: Backing = inMemory(),
) {
  const { tables } = backing;
  const time = clockwork(START, backing.settled);
  const chance = chanceOf(plan.seed);
  const faults = faultsOf(plan.faults);
  const crashes: string[] = [];
  const isTroubled = () => faults.happened.length > 0;
  const failed = (error: Error): void => {
    const ofTrouble = isTroubled() && FAILURES_OF_TROUBLE.has(error.name);
    if (!ofTrouble) crashes.push(`${CRASH} by ${error.name}: ${error.message}`);
  };
  const host: Host = { time, chance, faults, skewMs: settings.clockSkewSeconds * 1_000, failed };
  const provider = simulatedProvider(time, settings, { ...plan, lateness: lateness(plan.contract) });
  const watch = watchOver({ tables, time, provider, settings, isTroubled });
  const told: Told[] = [];
  const states = new Map<string, number>();
  const ends = new Map<string, ExecutionEnd | 'RUNNING' | 'BROKEN'>();
  const written: string[] = [];
  const log = (event: string, facts: object) => void written.push(JSON.stringify({ event, ...facts }));
  // A warm process remembers what it saw; here all charges run in one of two.
  const memories: { seen: ProviderHealth | null }[] = [{ seen: null }, { seen: null }];

  const writer = (name: string, resumes: number | null = null): Writer => ({ name, resumes, began: time.now() });

  const start = (name: string, definition: Definition, input: Input): void => {
    if (ends.has(name)) return;
    begin(name, definition, input);
    if (faults.take('executed twice')) begin(`${name} again`, definition, input);
  };

  const begin = (name: string, definition: Definition, input: Input): void => {
    ends.set(name, 'RUNNING');
    const entered = (state: string, data: unknown) => {
      states.set(state, (states.get(state) ?? 0) + 1);
      written.push(JSON.stringify(data));
      if (definition.States[state]?.Type === 'Succeed') watch.ended(name, input.attemptId, state);
    };
    const late =
      definition === payment && faults.take('starts late') ? chance.between(1, LATEST_START_SECONDS) * 1_000 : 0;
    const perform: Task = (task, payload) => deliver(name, task, payload);
    void time
      .after(late)
      .then(() => execute({ definition, input, task: perform, time, chance, entered }))
      .then(
        (end) => ends.set(name, end),
        () => ends.set(name, 'BROKEN'),
      );
  };

  const started = (process: Process, begin: () => void): Promise<void> =>
    process.operate(() => {
      if (faults.take('start fails')) throw named('StartFailed');
      begin();
      if (faults.take('start answer lost')) throw named('StartFailed');
    });

  const paymentRuns = (process: Process): PaymentRuns => ({
    start: (ref, resumes, sealedToken) =>
      started(process, () => start(`${ref.attemptId}-${resumes}`, payment, { ...plain(ref), resumes, sealedToken })),
    isRunning: ({ attemptId }, resumes) =>
      process.operate(() => ends.get(`${attemptId}-${resumes}`) === 'RUNNING' && !faults.take('run not seen')),
  });

  const reconcileRuns = (process: Process): ReconcileRuns => ({
    start: (ref, look) => started(process, () => start(`${ref.attemptId}-${look}`, reconcileDefinition, plain(ref))),
  });

  const providerOf = (process: Process): PaymentProvider => ({
    send: (sent) =>
      process.operate(() => {
        watch.leaving(sent);
        return provider.send(sent);
      }),
    lookup: (reference) => process.operate(() => provider.lookup(reference)),
    dropCredentials: () => {},
  });

  const common = (process: Process, by: Writer) => ({
    store: storeOf(host, process, backing, (write) => watch.wrote(write, by)),
    ambient: process.ambient,
    settings,
    log,
    renderCharge,
  });

  async function deliver(run: string, functionName: string, payload: unknown): Promise<unknown> {
    if (faults.take('invocation throttled')) throw named('Lambda.TooManyRequestsException');
    if (faults.take('invoked twice')) void invokeTask(functionName, payload);
    const ended = await invokeTask(functionName, payload);
    watch.performed(run, functionName, ended.kind === 'failed');
    if (ended.kind === 'failed') throw named(ended.error);
    return ended.result;
  }

  function invokeTask(functionName: string, payload: unknown): Promise<Ended<unknown>> {
    const isCharge = functionName === 'Charge';
    const seconds = isCharge ? chargeFunctionTimeoutSeconds(settings) : TIMEOUTS.reconcile;
    const by = writer(functionName, isCharge ? chargeInput(payload).resumes : null);
    return invoke<unknown>(host, seconds, async (process) => {
      const deps = { ...common(process, by), provider: providerOf(process) };
      if (!isCharge) return reconcile(deps, reconcileInput(payload));
      const memory = memories[chance.between(0, 1)] ?? { seen: null };
      const health = healthOf(host, process, backing, memory, watch.wroteHealth);
      return charge({ ...deps, health, remainingMs: process.remainingMs }, chargeInput(payload));
    });
  }

  async function caller(call: Call): Promise<void> {
    await time.after(call.at * 1_000);
    for (let asked = 0; ; asked++) {
      const began = time.now();
      const ended = await invoke(host, TIMEOUTS.checkout, (process) =>
        checkout({ ...common(process, writer('Checkout')), runs: paymentRuns(process) }, requestOf(call)),
      );
      const answer = ended.kind === 'answered' ? ended.result : null;
      const id = answer?.body.attemptId;
      const attempt = id === undefined ? null : attemptById(tables, String(id));
      told.push({ call, began, at: time.now(), answer, attempt });
      if (asked >= call.again.times || (answer !== null && answer.status !== 202 && answer.status !== 503)) return;
      await time.after(call.again.after * 1_000);
    }
  }

  /** At the next full minute, if anything will be due then: EventBridge would fire in vain at all others. */
  function nextSweep(): number | null {
    const dues = dueAttempts(tables).map(({ nextCheckAt }) => Number(nextCheckAt) * 1_000);
    if (dues.length === 0) return null;
    const from = Math.max(time.now() + 1, Math.min(...dues));
    return Math.ceil(from / SWEEP_EVERY_MS) * SWEEP_EVERY_MS;
  }

  async function sweepOnce(): Promise<void> {
    const surelyDue = dueAttempts(tables).filter(
      (item) => Number(item.nextCheckAt) * 1_000 <= time.now() - host.skewMs,
    );
    await invoke(host, TIMEOUTS.sweep, (process) =>
      sweep(
        { ...common(process, writer('Sweep')), due: dueIndexOf(process, backing), runs: reconcileRuns(process) },
        () => true,
      ),
    );
    watch.swept(surelyDue);
  }

  await placeOrders(backing, settings, time.now());
  for (const call of plan.calls) void caller(call);
  let events = 0;
  for (; events < MOST_EVENTS; events++) {
    const [next, sweepAt] = [time.next(), nextSweep()];
    if (next === null && sweepAt === null) break;
    if (sweepAt !== null && (next === null || sweepAt <= next)) {
      time.passTo(sweepAt);
      void sweepOnce();
      if (faults.take('sweep twice')) void sweepOnce();
    }
    await time.step();
  }
  return {
    plan,
    settings,
    tables,
    told,
    states,
    ends,
    written,
    charges: provider.charges,
    sends: provider.sends,
    outcomes: provider.outcomes,
    replies: provider.replies,
    looks: provider.looks,
    faults: faults.happened,
    operations: faults.operations,
    alarms: [...watch.alarms, ...backing.differences, ...crashes],
    sealKeys: watch.sealKeys,
    ended: events < MOST_EVENTS,
    at: time.now(),
  };
}

const plain = ({ tenantId, orderId, attemptId }: { tenantId: string; orderId: string; attemptId: string }) => ({
  tenantId,
  orderId,
  attemptId,
});
