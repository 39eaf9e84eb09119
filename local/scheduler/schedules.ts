// Which schedules the template has: how often each fires, and what its function is told.

import { randomUUID } from 'node:crypto';
import type { Json } from '../json.ts';
import type { Functions, Invoke } from '../lambda/functions.ts';
import { StartError } from '../start-error.ts';
import { ACCOUNT_ID, REGION } from '../template/names.ts';
import type { Template } from '../template/template.ts';

export interface Schedule {
  readonly name: string;
  readonly functionName: string;
  readonly everyMs: number;
  readonly enabled: boolean;
  readonly invoke: Invoke;
  input(at: Date): Json;
}

interface ScheduleProperties {
  readonly ScheduleExpression: string;
  readonly State?: 'ENABLED' | 'DISABLED';
  readonly Target: { readonly Arn: string; readonly Input?: string };
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export function rateMs(expression: string): number {
  const [, value, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const ms = Number(value) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new StartError(`the schedule ${expression} is no rate(...); the local stack runs no other kind`);
}

export function schedulesOf(template: Template, functions: Functions): Schedule[] {
  return template
    .ofType<ScheduleProperties>('AWS::Scheduler::Schedule')
    .map(({ name, arn, properties: { ScheduleExpression, State, Target } }) => {
      const target = functions.find(Target.Arn);
      return {
        name,
        functionName: target.name,
        everyMs: rateMs(ScheduleExpression),
        enabled: State !== 'DISABLED',
        invoke: target.invoke,
        input: (at) => (Target.Input === undefined ? notification(arn, at) : filled(Target.Input, arn, at)),
      };
    });
}

/** EventBridge Scheduler replaces these words wherever they stand in the input. */
function filled(input: string, arn: string, at: Date): Json {
  const words: Record<string, string> = {
    'scheduled-time': whole(at),
    'schedule-arn': arn,
    'execution-id': randomUUID(),
    'attempt-number': '1',
  };
  return JSON.parse(input.replace(/<aws\.scheduler\.([a-z-]+)>/g, (all, word: string) => words[word] ?? all));
}

const notification = (arn: string, at: Date): Json => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.scheduler',
  account: ACCOUNT_ID,
  time: whole(at),
  region: REGION,
  resources: [arn],
  detail: '{}',
});

const whole = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;
