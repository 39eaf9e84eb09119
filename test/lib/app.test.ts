// Decides what `node lib/app.ts` does as a program: a complete assembly without credentials, or sentences and exit code 1.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const outdir = mkdtempSync(join(tmpdir(), 'paid-once-app-'));
afterAll(() => rmSync(outdir, { recursive: true }));

/** No AWS variable, no CDK CLI: just the path to programs. */
const run = (context: object) =>
  spawnSync(process.execPath, ['lib/app.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: outdir, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) },
  });

describe('a valid synth', () => {
  const { status, stderr } = run({ settings: { stage: 'dev', maxSends: 3 } });
  if (status !== 0) throw new Error(stderr);
  const read = (name: string) => JSON.parse(readFileSync(join(outdir, name), 'utf8'));
  const resources = Object.values(read('PaidOnce-dev.template.json').Resources) as {
    Type: string;
    Properties: { Environment: { Variables: { SETTINGS: string } } };
    Metadata?: Record<string, string>;
  }[];
  const functions = resources.filter(({ Type }) => Type === 'AWS::Lambda::Function');

  test('needs no credentials, and looks nothing up', () => {
    const manifest = read('manifest.json');
    expect(manifest.missing).toBeUndefined();
    expect(manifest.artifacts['PaidOnce-dev'].environment).toBe('aws://unknown-account/unknown-region');
  });

  test('takes the settings that it was given', () => {
    for (const { Properties } of functions)
      expect(JSON.parse(Properties.Environment.Variables.SETTINGS)).toMatchObject({ stage: 'dev', maxSends: 3 });
  });

  test('leaves one small CommonJS module per function, which needs nothing but Node.js', () => {
    expect(functions).toHaveLength(6);
    for (const { Metadata } of functions) {
      const asset = join(outdir, Metadata?.['aws:asset:path'] ?? 'no asset');
      expect(readdirSync(asset)).toEqual(['index.cjs']);
      const bundle = join(asset, 'index.cjs');
      expect(statSync(bundle).size).toBeLessThan(700_000);
      expect(importsOf(bundle).filter((name) => !isBuiltin(name))).toEqual([]);
    }
  });
});

/** Everything that the module imports, statically or not. */
const importsOf = (module: string): string[] => {
  const { metafile } = buildSync({
    entryPoints: [module],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    logLevel: 'silent',
  });
  return Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
};

test.each<[string, object, RegExp[]]>([
  ['a contradiction', { abandonAfterSeconds: '900' }, [/^abandonAfterSeconds \(900\) must be more than 937, /]],
  ['a file that is not there', { settings: 'nowhere.json' }, [/^The settings file "nowhere.json" cannot be read/]],
  ['two wrong settings', { settings: { maxSends: 0, stage: 'X' } }, [/ stage /, / maxSends /]],
])('%s: one sentence per problem, exit code 1, no stack trace', (_case, context, sentences) => {
  const { status, stdout, stderr } = run(context);
  expect(status).toBe(1);
  expect(stdout).toBe('');
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(sentences.length);
  for (const [n, sentence] of sentences.entries()) expect(lines[n]).toMatch(sentence);
});
