// One history: the synthesised workflows and the real functions, callers, a provider and trouble, until nothing more can happen.

import { renderCharge } from '#adapters/provider/http/charge-body.ts';
import type { Answer } from '#core/api/answer.ts';
import type { ProviderHealth } from '#core/health/provider-health.ts';
import { tenantIdOf } from '#core/ids/tenant-id.ts';
import type { PaymentProvider } from '#core/ports/payment-provider.ts';
import type { PaymentRuns, ReconcileRuns } from '#core/ports/runs.ts';
import { chargeFunctionTimeoutSeconds, type Settings } from '#core/settings/settings.ts';
import { epochMs } from '#core/time/instant.ts';
import { chargeInput, reconcileInput } from '#core/workflow/step-input.ts';
import { charge } from '#functions/charge/charge.ts';
import { checkout } from '#functions/checkout/checkout.ts';
import { createOrder } from '#functions/create-order/create-order.ts';
import { reconcile } from '#functions/reconcile/reconcile.ts';
import { sweep } from '#functions/sweep/sweep.ts';
import { Tables } from '../core/writes/interpreter.ts';
import type { Definition } from '../lib/definition.ts';
import { chanceOf } from './chance.ts';
import { faultsOf } from './faults.ts';
import { type Call, lateness, type Plan } from './plan.ts';
import { type Host, invoke, type Process } from './process.ts';
import { simulatedProvider } from './provider.ts';
import { type ExecutionEnd, execute, named } from './state-machine.ts';
import { dueAttempts, dueIndexOf, healthOf, storeOf } from './tables-port.ts';
import { clockwork } from './virtual-time.ts';
import { watchOver } from './watch.ts';

export interface Machines {
  readonly settings: Settings;
  readonly payment: Definition;
  readonly reconcile: Definition;
}

export interface Told {
  readonly call: Call;
  readonly at: number;
  /** null: the function failed or died, so the caller learnt nothing. */
  readonly answer: Answer | null;
}

export const START = epochMs(Date.UTC(2026, 0, 5, 12));
const TENANTS = ['111111111111:AROAONE', '222222222222:AROATWO'].map(tenantIdOf);
export const CARDS = ['tok_secret_visa', 'tok_secret_mastercard'];
export const ORDER = '1001';
const MOST_EVENTS = 60_000;
const TIMEOUTS = { checkout: 20, 'create-order': 10, reconcile: 15, sweep: 50 };
const LATEST_START_SECONDS = 300;
const SWEEP_EVERY_MS = 60_000;

export type History = Awaited<ReturnType<typeof live>>;

export async function live(plan: Plan, { settings, payment, reconcile: reconcileDefinition }: Machines) {
  const time = clockwork(START);
  const chance = chanceOf(plan.seed);
  const faults = faultsOf(plan.faults);
  const host: Host = { time, chance, faults, skewMs: settings.clockSkewSeconds * 1_000 };
  const tables = new Tables();
  const provider = simulatedProvider(time, settings, { ...plan, lateness: lateness(plan.contract) });
  const watch = watchOver(tables, time);
  const told: Told[] = [];
  const states = new Map<string, number>();
  const ends = new Map<string, ExecutionEnd | 'RUNNING' | 'BROKEN'>();
  const written: string[] = [];
  const log = (event: string, facts: object) => void written.push(JSON.stringify({ event, ...facts }));
  // A warm process remembers what it saw; here all charges run in one of two.
  const memories: { seen: ProviderHealth | null }[] = [{ seen: null }, { seen: null }];

  const start = (name: string, definition: Definition, input: object): void => {
    if (ends.has(name)) return;
    ends.set(name, 'RUNNING');
    const entered = (state: string, data: unknown) => {
      states.set(state, (states.get(state) ?? 0) + 1);
      written.push(JSON.stringify(data));
    };
    const late = faults.take('starts late') ? chance.between(1, LATEST_START_SECONDS) * 1_000 : 0;
    void time
      .after(late)
      .then(() => execute({ definition, input, task, time, chance, entered }))
      .then(
        (end) => ends.set(name, end),
        () => ends.set(name, 'BROKEN'),
      );
  };

  const started = (process: Process, begin: () => void): Promise<void> =>
    process.operate(() => {
      if (faults.take('start fails')) throw new Error('not started');
      begin();
      if (faults.take('start answer lost')) throw new Error('the answer was lost');
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
        watch.leaving(sent, settings);
        return provider.send(sent);
      }),
    lookup: (reference) => process.operate(() => provider.lookup(reference)),
    dropCredentials: () => {},
  });

  const common = (process: Process) => ({
    store: storeOf(host, process, tables, watch.wrote),
    ambient: process.ambient,
    settings,
    log,
    renderCharge,
  });

  async function task(functionName: string, payload: unknown): Promise<unknown> {
    if (faults.take('invocation throttled')) throw named('Lambda.TooManyRequestsException');
    const isCharge = functionName === 'Charge';
    const seconds = isCharge ? chargeFunctionTimeoutSeconds(settings) : TIMEOUTS.reconcile;
    const ended = await invoke(host, seconds, async (process) => {
      const deps = { ...common(process), provider: providerOf(process) };
      if (!isCharge) return reconcile(deps, reconcileInput(payload));
      const memory = memories[chance.between(0, 1)] ?? { seen: null };
      const health = healthOf(host, process, tables, memory);
      return charge({ ...deps, health, remainingMs: process.remainingMs }, chargeInput(payload));
    });
    if (ended.kind === 'failed') throw named(ended.error);
    return ended.result;
  }

  const request = ({ tenant, key, wait }: Call, body: object) => ({
    tenant: TENANTS[tenant] ?? null,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `"${key}"`,
      ...(wait === null ? {} : { prefer: `wait=${wait}` }),
    },
    pathParameters: { orderId: ORDER },
    body: Buffer.from(JSON.stringify(body)),
  });

  async function caller(call: Call): Promise<void> {
    await time.after(call.at * 1_000);
    for (let asked = 0; ; asked++) {
      const ended = await invoke(host, TIMEOUTS.checkout, (process) =>
        checkout({ ...common(process), runs: paymentRuns(process) }, request(call, { cardToken: CARDS[call.card] })),
      );
      const answer = ended.kind === 'answered' ? ended.result : null;
      told.push({ call, at: time.now(), answer });
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

  const sweepOnce = () =>
    invoke(host, TIMEOUTS.sweep, (process) =>
      sweep({ ...common(process), due: dueIndexOf(process, tables), runs: reconcileRuns(process) }, () => true),
    );

  await prepare(tables, settings, time.now());
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
    alarms: watch.alarms,
    ended: events < MOST_EVENTS,
    at: time.now(),
  };
}

const plain = ({ tenantId, orderId, attemptId }: { tenantId: string; orderId: string; attemptId: string }) => ({
  tenantId,
  orderId,
  attemptId,
});

/** Both tenants have an order of the same name. */
async function prepare(tables: Tables, settings: Settings, now: number): Promise<void> {
  let ids = 0;
  const store = { write: async (write: Parameters<Tables['write']>[0]) => tables.write(write) };
  for (const tenant of TENANTS) {
    const body = { orderId: ORDER, amount: '548.90', currency: 'TRY' };
    const { status } = await createOrder(
      {
        store: { ...store, getOrder: none, getAttempt: none, getClientKey: none, getOrderWithAttempts: none },
        settings,
        ambient: { now: () => epochMs(now), uuid: () => `prepared-${ids++}` },
      },
      {
        tenant,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'order' },
        pathParameters: {},
        body: Buffer.from(JSON.stringify(body)),
      },
    );
    if (status !== 201) throw new Error(`I6: one of two tenants cannot place its order: ${status}`);
  }
}

const none = async () => null;
