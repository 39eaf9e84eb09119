// Which function an ARN or a name means, and the pool that runs it.

import type { Json } from '../json.ts';
import { StartError } from '../start-error.ts';
import type { FunctionDefinition } from './definition.ts';
import { type ServiceEndpoints, workerEnvironment } from './environment.ts';
import type { InvocationResult } from './invocation.ts';
import { createPool, type Pool } from './pool.ts';

/** Runs one function. */
export type Invoke = (event: Json) => Promise<InvocationResult>;

export interface Functions {
  /** @param reference a name or an ARN, with or without version or alias, alone or inside an integration's URI */
  find(reference: string): { readonly name: string; readonly invoke: Invoke };
  close(): Promise<void>;
}

export function createFunctions(
  definitions: readonly FunctionDefinition[],
  endpoints: ServiceEndpoints,
  log: (line: string) => void,
): Functions {
  const pools = new Map<string, Pool>(
    definitions.map((definition) => [
      definition.name,
      createPool(definition, workerEnvironment(definition, endpoints), log),
    ]),
  );
  return {
    find(reference) {
      const name = /:function:([^:/]+)/.exec(reference)?.[1] ?? reference;
      const pool = pools.get(name);
      if (pool === undefined) throw new StartError(`the template invokes ${reference}, which is none of its functions`);
      return { name, invoke: pool.invoke };
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
