// Spreads tasks over as many threads as there are cores; results come in the order of the tasks.

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Result, Task } from './tasks.ts';

/** Each may hold some hundred megabytes of states. */
const MOST_THREADS = 4;

export async function performAll(tasks: readonly Task[], tell: (result: Result) => void): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  let told = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    try {
      for (let n = next++; n < tasks.length; n = next++) {
        worker.postMessage(tasks[n]);
        const [result] = (await once(worker, 'message')) as [Result];
        results[n] = result;
        for (let ready = results[told]; ready; ready = results[told]) {
          tell(ready);
          told += 1;
        }
      }
    } finally {
      await worker.terminate();
    }
  };
  const threads = Math.min(availableParallelism(), MOST_THREADS, tasks.length);
  await Promise.all(Array.from({ length: threads }, work));
  return results;
}
