// What becomes of a step that may not send for the provider's sake: never "failed" while anything is doubtful.

import { describe, expect, test } from 'vitest';
import { turnedAway } from '#core/charge/turned-away.ts';
import { at, attempt, DEFAULTS, NOW, sent } from '../examples.ts';

const moment = { now: NOW, random: 0 };
const open = { kind: 'open', until: at(12.3) } as const;
const leftAlone = (seconds: number) => ({ kind: 'leftAlone', until: at(seconds) }) as const;
const refusedOnce = sent(1, []);

describe('an open breaker', () => {
  test.each([
    ['before the first send', attempt()],
    ['after proved refusals only', refusedOnce],
  ])('%s ends the attempt, with the time to the next probe', (_when, seen) => {
    const step = { kind: 'closeFailed', withheld: 'breaker', retryAfterSeconds: 13 };
    expect(turnedAway(seen, open, moment, DEFAULTS)).toEqual(step);
  });

  test('after a doubtful send leaves it unknown', () => {
    expect(turnedAway(sent(2, [1]), open, moment, DEFAULTS)).toEqual({ kind: 'unknown' });
  });

  test('tells nobody to come back at once', () => {
    expect(turnedAway(attempt(), { ...open, until: NOW }, moment, DEFAULTS)).toMatchObject({ retryAfterSeconds: 1 });
  });
});

describe('a provider that wants to be left alone', () => {
  test.each([
    ['nothing sent', attempt()],
    ['a doubtful send', sent(1, [1])],
  ])('is waited for: %s', (_what, seen) => {
    expect(turnedAway(seen, leftAlone(4.2), moment, DEFAULTS)).toEqual({ kind: 'wait', waitSeconds: 5 });
  });

  test('those who were held back together come back spread over as long again as they waited', () => {
    const waits = [0, 0.01, 0.5, 0.99].map((random) =>
      turnedAway(attempt(), leftAlone(5), { now: NOW, random }, DEFAULTS),
    );
    expect(waits).toEqual([5, 6, 8, 10].map((waitSeconds) => ({ kind: 'wait', waitSeconds })));
  });

  test('and in the first half of what the run has left after the pause', () => {
    const waits = [0, 0.5, 0.99].map((random) => turnedAway(attempt(), leftAlone(50), { now: NOW, random }, DEFAULTS));
    expect(waits).toEqual([50, 53, 55].map((waitSeconds) => ({ kind: 'wait', waitSeconds })));
  });

  test('for longer than the run lasts ends it, proved if nothing is doubtful', () => {
    const step = { kind: 'closeFailed', withheld: 'pause', retryAfterSeconds: 60 };
    expect(turnedAway(attempt(), leftAlone(60), moment, DEFAULTS)).toEqual(step);
    expect(turnedAway(sent(1, [1]), leftAlone(60), moment, DEFAULTS)).toEqual({ kind: 'unknown' });
    expect(turnedAway(attempt(), leftAlone(59), moment, DEFAULTS)).toMatchObject({ kind: 'wait' });
  });
});
