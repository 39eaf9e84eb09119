// What the options of the command mean, and how wrong ones are refused.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommandLine, USAGE } from '#local/command-line.ts';
import { StartError } from '#local/start-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'paid-once-test-'));
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
afterAll(() => rmSync(folder, { recursive: true }));

const options = (...args: string[]) => {
  const command = readCommandLine(args);
  return command.kind === 'start' ? command.options : command;
};

describe('the command line', () => {
  it('without arguments starts on the fixed ports', () => {
    expect(options()).toEqual({ port: 3000, providerPort: 4000 });
  });

  it('gives every option', () => {
    expect(
      options(
        '--port',
        '0',
        '--provider-port=4001',
        '--provider-url',
        'http://127.0.0.1:5/',
        '--db',
        'x.db',
        '--settings',
        '{"maxSends":2}',
      ),
    ).toEqual({
      port: 0,
      providerPort: 4001,
      providerUrl: 'http://127.0.0.1:5',
      db: 'x.db',
      settings: { maxSends: 2 },
    });
  });

  it('reads settings from a file', () => {
    expect(options('--settings', file('settings.json', '{"maxSends": 3}'))).toMatchObject({
      settings: { maxSends: 3 },
    });
  });

  it('explains every option that it takes', () => {
    expect(readCommandLine(['--help'])).toEqual({ kind: 'help' });
    for (const option of ['--port', '--provider-port', '--provider-url', '--db', '--settings', 'DYNAMODB_ENDPOINT'])
      expect(USAGE).toContain(option);
  });

  it.each([
    ['an unknown option', ['--prot', '1'], /--prot.*--help/],
    ['a stray word', ['start'], /start.*--help/],
    ['a missing value', ['--db'], /--db.*--help/],
    ['a port that is no number', ['--port', '80a'], /--port .*"80a"/],
    ['a port that is too large', ['--provider-port', '65536'], /--provider-port .*"65536"/],
    ['settings that are no JSON', ['--settings', '{"a":'], /--settings is not JSON.*give/],
    ['settings that are no object', ['--settings', '[1]'], /no JSON object: give/],
    [
      'a settings file that is not there',
      ['--settings', join(folder, 'none.json')],
      /none\.json cannot be read \(ENOENT\): give/,
    ],
    ['a settings file that is a folder', ['--settings', folder], /cannot be read \(EISDIR\): give/],
    ['a settings file with no JSON', ['--settings', file('bad.json', 'maxSends: 2')], /bad\.json is not JSON.*give/],
  ])('refuses %s in one line that says what to do', (_, args, message) => {
    expect(() => readCommandLine(args)).toThrow(StartError);
    expect(() => readCommandLine(args)).toThrow(message);
  });
});
