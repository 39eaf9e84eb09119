// What can be asked of the local stack only: run the schedules now, and see the executions.

import { decoded } from '../gateway/decoded.ts';
import type { HttpResponse } from '../gateway/response.ts';
import type { Responder } from '../gateway/server.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Execution } from '../stepfunctions/execution.ts';
import type { Executions } from '../stepfunctions/executions.ts';

export function localRoutes(executions: Executions, scheduler: Scheduler): Responder {
  return async ({ method, url = '/' }) => {
    const path = url.split('?')[0] ?? '/';
    if (path === '/console') return answer(404, { message: 'The console page is not built yet.' });
    if (!path.startsWith('/_local/')) return undefined;
    const name = /^\/_local\/executions\/([^/]+)$/.exec(path)?.[1];
    if (method === 'POST' && path === '/_local/schedules/run') return runSchedules(scheduler);
    if (method === 'GET' && path === '/_local/executions') return answer(200, executions.list().map(summary));
    if (method === 'GET' && name !== undefined) return execution(executions, decoded(name));
    return problem(404, 'not-found', `There is no ${method} ${path}.`);
  };
}

async function runSchedules(scheduler: Scheduler): Promise<HttpResponse> {
  try {
    return answer(200, { ...(await scheduler.runNow()) });
  } catch (error) {
    return problem(500, 'schedule-failed', (error as Error).message);
  }
}

function execution(executions: Executions, name: string): HttpResponse {
  const found = executions.list().find((candidate) => candidate.name === name);
  if (found === undefined) return problem(404, 'execution-not-found', `There is no execution ${name}.`);
  const { output, error, cause } = found;
  return answer(200, {
    ...summary(found),
    input: JSON.parse(found.input),
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
    ...(cause !== undefined && { cause }),
    states: found.states.map((state) => ({ ...state })),
  });
}

const summary = ({ name, machineName, status, startDate, stopDate }: Execution): JsonObject => ({
  name,
  stateMachine: machineName,
  status,
  startDate: startDate.toISOString(),
  ...(stopDate && { stopDate: stopDate.toISOString() }),
});

const answer = (status: number, body: Json, contentType = 'application/json'): HttpResponse => ({
  status,
  headers: { 'content-type': contentType },
  cookies: [],
  body: Buffer.from(JSON.stringify(body)),
});

const problem = (status: number, slug: string, title: string): HttpResponse =>
  answer(status, { type: `urn:paid-once:${slug}`, title, status }, 'application/problem+json');
