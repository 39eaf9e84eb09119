// Everything around a function under test: real tables, a real provider over HTTP, runs that are noted, a clock moved by hand.

import { expect } from 'vitest';
import { createDueIndex } from '#adapters/dynamodb/due-index.ts';
import { createHealthStore } from '#adapters/dynamodb/health-store.ts';
import { createPaymentStore } from '#adapters/dynamodb/payment-store.ts';
import { renderCharge } from '#adapters/provider/http/charge-body.ts';
import { createHttpProvider } from '#adapters/provider/http/http-provider.ts';
import type { Answer } from '#core/api/answer.ts';
import type { SealedToken } from '#core/cards/card-token.ts';
import { orderId } from '#core/ids/order-id.ts';
import type { AttemptRef } from '#core/ids/reference.ts';
import { type TenantId, tenantIdOf } from '#core/ids/tenant-id.ts';
import type { Log, LogFact } from '#core/ports/log.ts';
import { reviewAddress } from '#core/records/address.ts';
import type { Attempt } from '#core/records/attempt.ts';
import type { ReviewKind } from '#core/records/review.ts';
import { parseSettings } from '#core/settings/parse-settings.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { StepOutcome } from '#core/workflow/step-outcome.ts';
import { charge } from '#functions/charge/charge.ts';
import { checkout } from '#functions/checkout/checkout.ts';
import { createOrder } from '#functions/create-order/create-order.ts';
import { getOrder } from '#functions/get-order/get-order.ts';
import { reconcile } from '#functions/reconcile/reconcile.ts';
import { database } from '../adapters/dynamodb/engine.ts';
import { stored } from '../contract/stored.ts';
import { provider as fakeProvider } from '../local/provider/provider-client.ts';
import { handClock } from './clock.ts';

export const TENANT = tenantIdOf('123456789012:AROAEXAMPLE');
export const OTHER_TENANT = tenantIdOf('123456789012:AROAOTHER');

export interface Run {
  readonly ref: AttemptRef;
  readonly resumes: number;
  readonly sealedToken: SealedToken;
}

export interface Asked {
  readonly key?: string | null;
  readonly tenant?: TenantId | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A request that brings all that a write needs, unless `asked` says otherwise. */
export const requestOf = (
  { key = 'key-1', tenant = TENANT, body, headers = {} }: Asked,
  pathParameters: Readonly<Record<string, string>> = {},
) => ({
  tenant,
  pathParameters,
  headers: { 'content-type': 'application/json', ...(key === null ? {} : { 'idempotency-key': key }), ...headers },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {})),
});

type Given = Readonly<Record<string, unknown>> & { readonly provider?: object };

function settingsOf(given: Given, baseUrl: string): Settings {
  const parsed = parseSettings({ ...given, provider: { ...given.provider, baseUrl } });
  if (parsed.kind === 'invalid') throw new Error(parsed.problems.join(' '));
  return parsed.settings;
}

/** To be called where hooks may be: one engine a file, one world a test. */
export function worlds() {
  const db = database();
  return async (given: Given = {}) => {
    const fake = await fakeProvider();
    const settings = settingsOf(given, fake.url);
    const tables = await db.freshTables();
    const store = createPaymentStore(db.client, tables);
    const clock = handClock();
    const lines: { readonly event: string; readonly [fact: string]: LogFact }[] = [];
    const log: Log = (event, facts) => void lines.push({ event, ...facts });
    const started: Run[] = [];
    const running = new Set<string>();
    const runs = {
      start: async (ref: AttemptRef, resumes: number, sealedToken: SealedToken) => {
        started.push({ ref, resumes, sealedToken });
      },
      isRunning: async ({ attemptId }: AttemptRef, resumes: number) => running.has(`${attemptId}-${resumes}`),
    };
    const secret = {
      dropped: 0,
      get: async () => 'sk_test',
      drop() {
        secret.dropped += 1;
      },
    };
    const provider = createHttpProvider({ settings, secret });
    const deps = {
      store,
      health: createHealthStore(db.client, tables),
      runs,
      provider,
      renderCharge,
      settings,
      ambient: clock,
      log,
      remainingMs: () => 60_000,
    };

    const runOf = (n = -1): Run => {
      const run = started.at(n);
      if (!run) throw new Error('no run was started');
      return run;
    };
    /** One invocation of the charge function by a run; the last one started, unless another is given. */
    const chargeOnce = (
      previous: 'none' | 'stillProcessing' | 'retry' = 'none',
      run = runOf(),
      over: Partial<typeof deps> = {},
    ) => charge({ ...deps, ...over }, { ...run.ref, resumes: run.resumes, sealedToken: run.sealedToken, previous });

    return {
      ...deps,
      clock,
      /** Moves the clock to so many seconds after the beginning. */
      at: (seconds: number) => clock.pass(seconds - (clock.now() - clock.start) / 1_000),
      deps,
      fake,
      tables,
      db,
      lines,
      started,
      running,
      secret,
      due: createDueIndex(db.client, tables),
      runOf,
      chargeOnce,
      reconcileOnce: (ref = runOf().ref, over: Partial<typeof deps> = {}) => reconcile({ ...deps, ...over }, ref),
      createOrder: (asked: Asked = {}) =>
        createOrder(
          deps,
          requestOf({ key: 'order-key', body: { orderId: '1001', amount: '548.90', currency: 'TRY' }, ...asked }),
        ),
      /** Without waiting, unless a header says so. */
      checkout: ({
        card = 'tok_visa',
        order = '1001',
        ...asked
      }: Asked & { card?: string; order?: string } = {}): Promise<Answer> =>
        checkout(
          deps,
          requestOf(
            { body: { cardToken: card }, ...asked, headers: { prefer: 'wait=0', ...asked.headers } },
            { orderId: order },
          ),
        ),
      getOrder: (id = '1001', tenant: TenantId | null = TENANT) =>
        getOrder({ store }, requestOf({ tenant }, { orderId: id })),
      /** A run as the workflow drives it: charge, wait, charge again; at last one lookup. What each step came to. */
      drive: async (run = runOf()): Promise<StepOutcome[]> => {
        const steps: StepOutcome[] = [];
        for (let previous: 'none' | 'stillProcessing' | 'retry' = 'none'; ; ) {
          const step = await chargeOnce(previous, run);
          steps.push(step);
          if (step.kind !== 'retry' && step.kind !== 'stillProcessing') break;
          clock.pass(step.waitSeconds);
          previous = step.kind;
        }
        if (steps.at(-1)?.kind !== 'unknown') return steps;
        clock.pass(Math.max(1, settings.provider.lookupLagSeconds));
        return [...steps, await reconcile(deps, run.ref)];
      },
      attempt: async (ref = runOf().ref): Promise<Attempt> => {
        const found = await store.getAttempt(ref);
        if (!found) throw new Error('there is no such attempt');
        return found;
      },
      order: () => store.getOrder(TENANT, orderId('1001')),
      review: (kind: ReviewKind, ref = runOf().ref) =>
        stored(store, reviewAddress(ref, kind)).then(([review]) => review),
      /** Charges that reached the provider, in order. */
      posts: async () => {
        const all: { method: string; idempotencyKey: string; bodySha256: string; answered: number }[] =
          await fake.requests();
        return all.filter(({ method }) => method === 'POST');
      },
      lookups: async () => {
        const all: { method: string }[] = await fake.requests();
        return all.filter(({ method }) => method === 'GET').length;
      },
      charged: async (): Promise<{ id: string; merchant_reference: string }[]> => fake.charged(),
    };
  };
}

export type World = Awaited<ReturnType<ReturnType<typeof worlds>>>;

export const problem = (status: number, slug: string) => ({
  status,
  body: expect.objectContaining({ type: `urn:paid-once:${slug}`, status }),
});

export const settled = (status: string) => ({ kind: 'settled', status, waitSeconds: 1 });
export const UNKNOWN = { kind: 'unknown', status: null, waitSeconds: 1 };
export const SUPERSEDED = { kind: 'superseded', status: null, waitSeconds: 1 };
