// When the schedules fire: by their rate, and at once when asked, with an answer when all that they started has ended.

import { isJsonObject, type Json } from '../json.ts';
import type { Schedule } from './schedules.ts';
import type { Starts } from './starts.ts';

/** What the functions reported, added up. */
export interface RunReport {
  readonly due: number;
  readonly started: number;
  readonly errors: number;
}

export interface Scheduler {
  /** Throws when a function fails or is throttled. */
  runNow(): Promise<RunReport>;
  close(): void;
}

export function startScheduler(schedules: readonly Schedule[], starts: Starts, log: (line: string) => void): Scheduler {
  const timers = schedules
    .filter(({ enabled }) => enabled)
    .map((schedule) => setInterval(() => run(schedule).catch((error: Error) => log(error.message)), schedule.everyMs));
  return {
    async runNow() {
      const results = await Promise.all(schedules.map((schedule) => runToEnd(schedule, starts)));
      const sum = (name: keyof RunReport) => results.map((result) => counted(result, name)).reduce((a, b) => a + b, 0);
      return { due: sum('due'), started: sum('started'), errors: sum('errors') };
    },
    close() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

async function runToEnd(schedule: Schedule, starts: Starts): Promise<Json> {
  const { result, executions } = await starts.during(schedule.functionName, () => run(schedule));
  await Promise.all(executions.map(({ ended }) => ended));
  return result;
}

async function run(schedule: Schedule): Promise<Json> {
  const result = await schedule.invoke(schedule.input(new Date()));
  if (result.kind === 'answered') return result.payload;
  const why =
    result.kind === 'throttled' ? 'it is throttled' : `${result.error.errorType}: ${result.error.errorMessage}`;
  throw new Error(`the schedule ${schedule.name} ran ${schedule.functionName} in vain: ${why}`);
}

function counted(result: Json, name: keyof RunReport): number {
  const value = isJsonObject(result) ? result[name] : 0;
  return typeof value === 'number' ? value : 0;
}
