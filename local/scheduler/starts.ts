// Which executions a function started while it was at work, a repeated start of a running one included.

import type { Execution } from '../stepfunctions/execution.ts';

export interface Starts {
  note(execution: Execution, caller: string): void;
  during<T>(caller: string, work: () => Promise<T>): Promise<{ result: T; executions: readonly Execution[] }>;
}

export function createStarts(): Starts {
  const listeners = new Set<Starts['note']>();
  return {
    note(execution, caller) {
      for (const listener of listeners) listener(execution, caller);
    },
    async during(caller, work) {
      const executions = new Set<Execution>();
      const listener: Starts['note'] = (execution, by) => {
        if (by === caller) executions.add(execution);
      };
      listeners.add(listener);
      try {
        const result = await work();
        return { result, executions: [...executions] };
      } finally {
        listeners.delete(listener);
      }
    },
  };
}
