// A function's execution environment: loads the bundled code once, then runs one invocation after the other.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { FunctionError, WorkerReport, WorkerSetup, WorkerTask } from './invocation.ts';

type Handler = (event: unknown, context: object) => unknown;

const report = (message: WorkerReport): void => parentPort?.postMessage(message);

async function loadHandler({ codeFolder, handler }: WorkerSetup): Promise<Handler> {
  const dot = handler.lastIndexOf('.');
  const module = join(codeFolder, handler.slice(0, dot));
  const file = ['.mjs', '.js', '.cjs'].map((extension) => module + extension).find((path) => existsSync(path));
  if (file === undefined) throw named('Runtime.ImportModuleError', `Error: Cannot find module '${module}'`);
  const found: unknown = (await import(pathToFileURL(file).href))[handler.slice(dot + 1)];
  if (typeof found !== 'function') throw named('Runtime.HandlerNotFound', `${handler} is undefined or not exported`);
  return found as Handler;
}

async function run(handler: Handler, task: WorkerTask): Promise<WorkerReport> {
  try {
    const payload = await handler(JSON.parse(task.event), {
      awsRequestId: task.requestId,
      functionName: task.functionName,
      functionVersion: '$LATEST',
      invokedFunctionArn: task.functionArn,
      memoryLimitInMB: String(task.memoryMb),
      logGroupName: `/aws/lambda/${task.functionName}`,
      logStreamName: 'local',
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, task.deadline - Date.now()),
    });
    return { kind: 'answered', payload: JSON.stringify(payload) ?? 'null' };
  } catch (error) {
    return { kind: 'failed', error: functionError(error) };
  }
}

/** As Lambda's Node.js runtime reports what a handler threw. */
function functionError(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error)) return { errorType: typeof thrown, errorMessage: String(thrown), trace: [] };
  return { errorType: thrown.name, errorMessage: thrown.message, trace: thrown.stack?.split('\n') ?? [] };
}

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

try {
  const handler = await loadHandler(workerData as WorkerSetup);
  parentPort?.on('message', async (task: WorkerTask) => report(await run(handler, task)));
  report({ kind: 'ready' });
} catch (error) {
  report({ kind: 'init-failed', error: functionError(error) });
}
