// Decides how a synth may be given its settings, and that each contradiction is a sentence with the numbers that clash.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/settings/settings.ts';
import { settingsFromContext } from '#lib/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'paid-once-settings-'));
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const settingsOf = (context: object) => {
  const given = settingsFromContext({ ...context });
  if (given.kind === 'invalid') throw new Error(given.problems.join('\n'));
  return given.settings;
};
const problemsOf = (context: object): readonly string[] => {
  const given = settingsFromContext({ ...context });
  return given.kind === 'invalid' ? given.problems : [];
};

describe('settings come from', () => {
  test('nowhere: the defaults', () => {
    expect(settingsOf({})).toEqual(DEFAULT_SETTINGS);
  });

  test.each([
    ['an object', { maxSends: 3 }],
    ['JSON text', '{"maxSends":3}'],
    ['JSON text after a blank', '\n {"maxSends":3}'],
    ['a JSON file', file('three.json', '{\n  "maxSends": 3\n}\n')],
  ])('%s', (_form, settings) => {
    expect(settingsOf({ settings })).toEqual({ ...DEFAULT_SETTINGS, maxSends: 3 });
  });

  test.each([
    ['a number', { maxSends: '3' }, { maxSends: 3 }],
    ['a number that was a number already', { maxSends: 3 }, { maxSends: 3 }],
    ['a word', { stage: 'dev' }, { stage: 'dev' }],
    ['a word in quotes', { stage: '"dev"' }, { stage: 'dev' }],
  ])('single settings by name: %s', (_form, context, expected) => {
    expect(settingsOf(context)).toEqual({ ...DEFAULT_SETTINGS, ...expected });
  });

  test('a single provider: the keys that it names', () => {
    const provider = '{"baseUrl":"https://pay.example.com/v1/","lookupLagSeconds":5}';
    expect(settingsOf({ provider }).provider).toEqual({
      ...DEFAULT_SETTINGS.provider,
      baseUrl: 'https://pay.example.com/v1',
      lookupLagSeconds: 5,
    });
  });

  test('both: a single setting wins, and a single provider changes only the keys that it names', () => {
    const settings = { maxSends: 3, clockSkewSeconds: 7, provider: { lookupLagSeconds: 5, maxProcessingSeconds: 60 } };
    const made = settingsOf({ settings, maxSends: '9', provider: '{"lookupLagSeconds":6}' });
    expect(made).toMatchObject({ maxSends: 9, clockSkewSeconds: 7 });
    expect(made.provider).toMatchObject({ lookupLagSeconds: 6, maxProcessingSeconds: 60 });
  });

  test("context keys that are CDK's own are left alone", () => {
    const context = { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:x': true, 'acknowledged-issue-numbers': [1] };
    expect(settingsOf(context)).toEqual(DEFAULT_SETTINGS);
  });
});

describe('one sentence says what is wrong with', () => {
  test.each([
    [
      'a file that is not there',
      { settings: 'nowhere.json' },
      'The settings file "nowhere.json" cannot be read (ENOENT).',
    ],
    ['a folder', { settings: folder }, `The settings file "${folder}" cannot be read (EISDIR).`],
    ['a list', { settings: [] }, 'The settings must be a JSON object.'],
    ['a misspelt setting', { settings: { maxSend: 3 } }, 'There is no setting maxSend.'],
    ['a misspelt single setting', { maxSend: '3' }, 'There is no setting maxSend.'],
    ['a misspelt provider key', { provider: '{"url":"https://a.example"}' }, 'There is no setting provider.url.'],
    ['a provider that is a word', { provider: 'acme' }, 'The setting provider must be a JSON object.'],
  ])('%s', (_case, context, sentence) => {
    expect(problemsOf(context)).toEqual([sentence]);
  });

  test.each([
    ['the file', file('broken.json', '{\n  "maxSends": three\n}'), join(folder, 'broken.json')],
    ['an empty file', file('empty.json', ''), join(folder, 'empty.json')],
    ['the context value', '{\n"maxSends": three}', 'context value settings'],
  ])('%s that is not JSON, on one line, and names it', (_case, settings, named) => {
    const [problem, ...others] = problemsOf({ settings });
    expect(others).toEqual([]);
    expect(problem).toContain(named);
    expect(problem).toMatch(/^The [^\n]* is not JSON: [^\n]*\.$/);
  });

  test('each of several wrong settings', () => {
    expect(problemsOf({ maxSends: 'three', syncWaitSeconds: '29' })).toEqual([
      expect.stringMatching(/maxSends .*"three"/),
      expect.stringMatching(/syncWaitSeconds .*29.* 28/),
    ]);
  });
});

describe('a contradiction is refused with both numbers', () => {
  test.each<[string, object, string[]]>([
    ['the cap below the base', { backoffBaseSeconds: 20, backoffCapSeconds: 10 }, ['20', '10']],
    ['an interval between the minutes', { reconcileIntervalSeconds: 90 }, ['90', '60']],
    [
      'a recheck before the lookup can show a charge',
      { recheckSeconds: 60, provider: { lookupLagSeconds: 61 } },
      ['60', '61'],
    ],
    // 3 + 4 of the function, 900 of the provider, 30 of the clocks.
    ['giving up while a charge may be in flight', { abandonAfterSeconds: 937 }, ['937', '900', '30', '7']],
    ['a key that is forgotten too early', { provider: { keyRetentionSeconds: 1860 } }, ['1860', '1800', '60']],
    [
      'a client key that expires while its payment is open',
      { idempotencyTtlHours: 24, abandonAfterSeconds: 86_400, provider: { keyRetentionSeconds: 200_000 } },
      ['24', '86400', '86460'],
    ],
    ['replays without keys', { provider: { supportsIdempotencyKeys: false } }, ['false', 'true']],
  ])('%s', (_case, settings, numbers) => {
    const problems = problemsOf({ settings });
    expect(problems).toHaveLength(1);
    for (const number of numbers) expect(problems[0]).toMatch(new RegExp(`(^|[^\\w])${number}([^\\w]|$)`));
  });

  test('the next number is accepted', () => {
    expect(settingsOf({ settings: { abandonAfterSeconds: 938 } }).abandonAfterSeconds).toBe(938);
    const provider = { keyRetentionSeconds: 1861 };
    expect(settingsOf({ settings: { provider } }).provider.keyRetentionSeconds).toBe(1861);
  });
});
