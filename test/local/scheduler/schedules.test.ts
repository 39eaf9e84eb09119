// How often a schedule fires, and what it tells its function.

import { describe, expect, it } from 'vitest';
import type { Functions } from '#local/lambda/functions.ts';
import { startScheduler } from '#local/scheduler/scheduler.ts';
import { rateMs, schedulesOf } from '#local/scheduler/schedules.ts';
import { createStarts } from '#local/scheduler/starts.ts';
import { openTemplate } from '#local/template/template.ts';

const functions: Functions = {
  find: () => ({ name: 'Sweep', invoke: async () => ({ kind: 'throttled' }) }),
  close: async () => {},
};
const schedules = (properties: object) =>
  schedulesOf(
    openTemplate({
      Resources: {
        S: {
          Type: 'AWS::Scheduler::Schedule',
          Properties: { ScheduleExpression: 'rate(1 minute)', Target: { Arn: 'f' }, ...properties },
        },
      },
    }),
    functions,
  );

// "Schedule types in EventBridge Scheduler".
describe('a rate', () => {
  it.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(2 hours)', 7_200_000],
    ['rate(1 day)', 86_400_000],
  ])('%s fires every %d ms', (expression, ms) => {
    expect(rateMs(expression)).toBe(ms);
  });

  it.each(['cron(0 10 * * ? *)', 'rate(0 minutes)', 'rate(1 second)', 'at(2030-01-01T00:00:00)'])(
    '%s is refused by name',
    (expression) => {
      expect(() => rateMs(expression)).toThrow(expression);
    },
  );
});

describe('the input', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');

  it("is the target's, with the scheduler's words filled in", () => {
    const [schedule] = schedules({ Target: { Arn: 'f', Input: '{"at":"<aws.scheduler.scheduled-time>","n":1}' } });
    expect(schedule?.input(at)).toEqual({ at: '2026-01-02T03:04:05Z', n: 1 });
  });

  it('is a notification when the target has none', () => {
    expect(schedules({})[0]?.input(at)).toMatchObject({
      source: 'aws.scheduler',
      'detail-type': 'Scheduled Event',
      time: '2026-01-02T03:04:05Z',
    });
  });
});

it('a run by hand says why a function did not run', async () => {
  const scheduler = startScheduler(schedules({ State: 'DISABLED' }), createStarts(), () => {});
  await expect(scheduler.runNow()).rejects.toThrow(/Sweep in vain: it is throttled/);
  scheduler.close();
});
