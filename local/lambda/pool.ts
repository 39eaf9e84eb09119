// Which instance takes an invocation, when one more is started, and when a call is refused.

import type { Json } from '../json.ts';
import type { FunctionDefinition } from './definition.ts';
import { type Instance, startInstance } from './instance.ts';
import type { InvocationResult } from './invocation.ts';

export interface Pool {
  invoke(event: Json): Promise<InvocationResult>;
  /** Ends every instance; what was waiting or running fails. */
  close(): Promise<void>;
}

interface Call {
  readonly event: Json;
  readonly end: (result: InvocationResult) => void;
}

/** Without a reservation calls beyond this wait; on AWS the account's limit would refuse them. */
const UNRESERVED_INSTANCES = 100;
/** Starts at a time: a burst is served sooner by few warm instances than by many that fight over two cores. */
const STARTS_AT_A_TIME = 2;
const IDLE_FOR_MS = 30_000;

export function createPool(
  definition: FunctionDefinition,
  env: Record<string, string>,
  log: (line: string) => void,
): Pool {
  const limit = definition.reservedConcurrency ?? UNRESERVED_INSTANCES;
  const instances = new Set<Instance>();
  const idle: { instance: Instance; reap: NodeJS.Timeout }[] = [];
  const waiting: Call[] = [];
  let starting = 0;
  let inFlight = 0;
  let closed = false;

  function serve(): void {
    while (waiting.length > 0 && idle.length > 0) {
      const free = idle.pop();
      clearTimeout(free?.reap);
      if (!free?.instance.alive) continue;
      const call = waiting.shift();
      if (call !== undefined) void run(free.instance, call);
    }
    while (starting < Math.min(waiting.length, STARTS_AT_A_TIME) && instances.size < limit && !closed) void start();
  }

  async function start(): Promise<void> {
    starting++;
    const instance = startInstance(definition, env, log);
    instances.add(instance);
    const error = await instance.started;
    starting--;
    if (error === undefined) {
      rest(instance);
    } else {
      await discard(instance);
      waiting.shift()?.end({ kind: 'failed', error });
    }
    serve();
  }

  async function run(instance: Instance, { event, end }: Call): Promise<void> {
    end(await instance.invoke(event));
    if (instance.alive) rest(instance);
    else await discard(instance);
    serve();
  }

  function rest(instance: Instance): void {
    const reap = setTimeout(() => {
      idle.splice(
        idle.findIndex((entry) => entry.instance === instance),
        1,
      );
      void discard(instance);
    }, IDLE_FOR_MS).unref();
    idle.push({ instance, reap });
  }

  async function discard(instance: Instance): Promise<void> {
    await instance.end();
    instances.delete(instance);
  }

  return {
    async invoke(event) {
      if (closed) return { kind: 'failed', error: STOPPED };
      if (definition.reservedConcurrency !== undefined && inFlight >= limit) return { kind: 'throttled' };
      inFlight++;
      const ended = Promise.withResolvers<InvocationResult>();
      waiting.push({ event, end: ended.resolve });
      serve();
      const result = await ended.promise;
      inFlight--;
      return result;
    },
    async close() {
      closed = true;
      for (const call of waiting.splice(0)) call.end({ kind: 'failed', error: STOPPED });
      for (const { reap } of idle.splice(0)) clearTimeout(reap);
      await Promise.all([...instances].map((instance) => instance.end()));
    },
  };
}

const STOPPED = { errorType: 'Lambda.Unknown', errorMessage: 'The local stack has been stopped.', trace: [] };
