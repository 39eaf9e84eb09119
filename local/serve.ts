// What the template becomes on one machine: each resource of a kind that runs here, wired as the template wires it.

import { startEndpoint } from './aws/endpoint.ts';
import type { Closers } from './closers.ts';
import { createTables } from './dynamodb/create-tables.ts';
import type { Engine } from './dynamodb/engine.ts';
import { indexStreamRecords } from './dynamodb/streams-index.ts';
import { corsOf } from './gateway/cors.ts';
import { handle } from './gateway/handle.ts';
import { routesOf } from './gateway/routes.ts';
import type { Gateway } from './gateway/server.ts';
import { localRoutes } from './inspect/local-routes.ts';
import { functionDefinitions } from './lambda/definition.ts';
import { createFunctions } from './lambda/functions.ts';
import { startScheduler } from './scheduler/scheduler.ts';
import { schedulesOf } from './scheduler/schedules.ts';
import { createStarts } from './scheduler/starts.ts';
import { secretsManagerOperations } from './secretsmanager/operations.ts';
import { machineDefinitions } from './stepfunctions/definition.ts';
import { createExecutions } from './stepfunctions/executions.ts';
import { createMachine } from './stepfunctions/machine.ts';
import { stepFunctionsOperations } from './stepfunctions/operations.ts';
import { tasksOf } from './stepfunctions/tasks.ts';
import type { Assembly } from './template/assembly.ts';
import { withProviderUrl } from './template/provider-url.ts';

export interface Surroundings {
  readonly gateway: Gateway;
  readonly engine: Engine;
  readonly providerUrl: string;
  readonly closers: Closers;
  readonly log: (line: string) => void;
}

/** @returns the URL of the emulated services besides the tables */
export async function serve(assembly: Assembly, surroundings: Surroundings): Promise<string> {
  const { gateway, engine, providerUrl, closers, log } = surroundings;
  const { template } = assembly;

  const tables = await createTables(template, engine.url);
  if (tables.streams && engine.file !== undefined) await indexStreamRecords(engine.file);

  const endpoint = await startEndpoint();
  closers.add(endpoint.close);
  const definitions = functionDefinitions(assembly).map((definition) => ({
    ...definition,
    environment: withProviderUrl(definition.environment, providerUrl),
  }));
  const functions = createFunctions(definitions, { dynamodb: engine.url, aws: endpoint.url }, log);
  closers.add(functions.close);

  const machines = machineDefinitions(template).map((machine) =>
    createMachine(machine, tasksOf(machine.definition, functions)),
  );
  const executions = createExecutions(machines);
  closers.add(executions.close);
  const starts = createStarts();
  endpoint.open({ ...stepFunctionsOperations(executions, starts.note), ...secretsManagerOperations(template) });

  const api = { routes: routesOf(template, functions), cors: corsOf(template) };
  const scheduler = startScheduler(schedulesOf(template, functions), starts, log);
  closers.add(scheduler.close);
  gateway.open([localRoutes(executions, scheduler), (request) => handle(api, request)]);
  return endpoint.url;
}
