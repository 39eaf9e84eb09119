// One worker thread that runs a function, one invocation at a time, and what becomes of an invocation that it cannot end.

import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { Json } from '../json.ts';
import { arn } from '../template/names.ts';
import type { FunctionDefinition } from './definition.ts';
import type { FunctionError, InvocationResult, WorkerReport, WorkerSetup, WorkerTask } from './invocation.ts';

export interface Instance {
  /** undefined: it can be invoked; else why it cannot. */
  readonly started: Promise<FunctionError | undefined>;
  /** Only when started, and not before the last invocation has ended. */
  invoke(event: Json): Promise<InvocationResult>;
  /** false once it has ended, on its own or not. */
  readonly alive: boolean;
  end(): Promise<void>;
}

const WORKER_FILE = new URL('./worker.ts', import.meta.url);

export function startInstance(
  definition: FunctionDefinition,
  env: Record<string, string>,
  log: (line: string) => void,
): Instance {
  const worker = new Worker(WORKER_FILE, {
    env,
    argv: [],
    execArgv: [],
    workerData: { codeFolder: definition.codeFolder, handler: definition.handler } satisfies WorkerSetup,
    resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
    stdout: true,
    stderr: true,
  });
  for (const output of [worker.stdout, worker.stderr]) {
    createInterface(output).on('line', (line) => log(`[${definition.name}] ${line}`));
  }

  let alive = true;
  let why = '';
  const started = Promise.withResolvers<FunctionError | undefined>();
  let settle: (result: InvocationResult) => void = () => {};

  worker.on('message', (report: WorkerReport) => {
    if (report.kind === 'ready') started.resolve(undefined);
    else if (report.kind === 'init-failed') started.resolve(report.error);
    else if (report.kind === 'answered') settle({ kind: 'answered', payload: JSON.parse(report.payload) });
    else settle(report);
  });
  worker.on('error', (error: unknown) => {
    why = String(error);
  });
  worker.on('exit', (code) => {
    alive = false;
    const error = failure('Lambda.Unknown', `The function ended without an answer: ${why || `exit status ${code}`}`);
    started.resolve(error);
    settle({ kind: 'failed', error });
  });

  return {
    started: started.promise,
    get alive() {
      return alive;
    },
    async invoke(event) {
      const requestId = randomUUID();
      const task: WorkerTask = {
        requestId,
        event: JSON.stringify(event),
        functionName: definition.name,
        functionArn: arn('lambda', `function:${definition.name}`),
        memoryMb: definition.memoryMb,
        deadline: Date.now() + definition.timeoutSeconds * 1_000,
      };
      const ended = Promise.withResolvers<InvocationResult>();
      settle = ended.resolve;
      const timeout = setTimeout(() => {
        const message = `RequestId: ${requestId} Error: Task timed out after ${definition.timeoutSeconds.toFixed(2)} seconds`;
        ended.resolve({ kind: 'failed', error: failure('Sandbox.Timedout', message) });
        alive = false;
        void worker.terminate();
      }, definition.timeoutSeconds * 1_000);
      worker.postMessage(task);
      const result = await ended.promise;
      clearTimeout(timeout);
      return result;
    },
    async end() {
      alive = false;
      await worker.terminate();
    },
  };
}

const failure = (errorType: string, errorMessage: string): FunctionError => ({ errorType, errorMessage, trace: [] });
