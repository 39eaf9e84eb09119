// Decides that the walker sees a missing field: each row breaks a small definition in one way.

import { expect, test } from 'vitest';
import type { Definition, State } from './definition.ts';
import { walk } from './path-walker.ts';

const work: State = {
  Type: 'Task',
  Parameters: { FunctionName: 'f', Payload: { 'id.$': '$.id' } },
  ResultSelector: { 'seconds.$': '$.Payload.seconds' },
  ResultPath: '$.outcome',
  Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'End' }],
  Next: 'Pick',
};
const pick: State = {
  Type: 'Choice',
  Choices: [{ And: [{ Variable: '$.outcome.seconds', NumericEquals: 1 }], Next: 'Rest' }],
  Default: 'End',
};
const rest: State = { Type: 'Wait', SecondsPath: '$.outcome.seconds', Next: 'End' };
const end: State = { Type: 'Succeed' };

const walked = (changes: Record<string, Partial<State>>, input = ['$.id'], result = ['$.Payload.seconds']) => {
  const states: Record<string, State> = { Work: work, Pick: pick, Rest: rest, End: end };
  for (const [name, change] of Object.entries(changes)) states[name] = { ...end, ...states[name], ...change };
  return walk({ StartAt: 'Work', TimeoutSeconds: 1, States: states } satisfies Definition, input, result);
};

test('a sound definition misses nothing, and every state is reached', () => {
  const { missing, reached } = walked({});
  expect(missing).toEqual([]);
  expect([...reached].sort()).toEqual(['End', 'Pick', 'Rest', 'Work']);
});

test.each([
  ['an input that is not given', walked({}, []), ['Work reads $.id, after the start']],
  ['a result without the field', walked({}, ['$.id'], []), ['Work reads $.Payload.seconds, after the start']],
  [
    'an ending that reads what a caught task never left',
    walked({ End: { OutputPath: '$.outcome' } }),
    ['End reads $.outcome, after Work (caught)'],
  ],
  [
    'a Catch that leads to a wait for a field of the result',
    walked({ Work: { Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Rest' }] } }),
    ['Rest reads $.outcome.seconds, after Work (caught)'],
  ],
  [
    'a Catch without ResultPath, which replaces the whole state',
    walked({
      Work: { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Pick' }] },
      Rest: { Next: 'Pick' },
    }),
    ['Pick reads $.outcome.seconds, after Work (caught)', 'Rest reads $.outcome.seconds, after Work (caught) > Pick'],
  ],
  [
    'a result that replaces the whole state',
    walked({ Work: { ResultPath: '$', Catch: [] } }),
    ['Pick reads $.outcome.seconds, after Work', 'Rest reads $.outcome.seconds, after Work > Pick'],
  ],
])('%s is found', (_case, { missing }, expected) => {
  expect(missing).toEqual(expected);
});
